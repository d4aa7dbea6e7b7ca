import { decodeLayout, type Layout } from '../archive/index.ts';
import type { BlobStore } from '../storage/index.ts';

/**
 * Reads a ZIP's layout from its blob.
 * @param size of the blob, bytes
 */
export async function readLayout(
  ledger: Pick<BlobStore, 'read'>,
  key: string,
  size: number,
): Promise<Layout> {
  const pieces: Uint8Array[] = [];
  for await (const piece of ledger.read(key, 0, size)) pieces.push(piece);
  return decodeLayout(Buffer.concat(pieces, size));
}
