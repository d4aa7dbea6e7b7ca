import type { Digested, HashPool } from '../hashing/index.ts';
import { AppError } from '../shared/errors.ts';
import { isBlobFault, type OpenBlob } from './blob-store.ts';

interface Means {
  /** Opens a blob, even with an integrity fault. */
  open: (key: string) => Promise<OpenBlob>;
  pool: Pick<HashPool, 'digestFile' | 'digestPieces'>;
}

export interface ExpectedBlob {
  key: string;
  /** Bytes. */
  size: number;
  /** Lower-case hex; empty until it is hashed. */
  sha256: string;
}

/** `refused`: a file registered in place, whose fault (changed or vanished) was stored when it was opened. */
export type FoundFault = 'corrupt' | 'vanished' | 'refused';

/** Maps a store's error to an integrity fault; undefined for a transient error. */
function faultOf(error: unknown): 'vanished' | 'corrupt' | undefined {
  if (isBlobFault(error, 'ENOENT')) return 'vanished';
  return isBlobFault(error, 'EIO') ? 'corrupt' : undefined;
}

async function opened(
  open: Means['open'],
  key: string,
  look: (blob: OpenBlob) => Promise<FoundFault | undefined>,
): Promise<FoundFault | undefined> {
  let blob: OpenBlob | undefined;
  try {
    blob = await open(key);
    return await look(blob);
  } catch (error) {
    // Opening a file registered in place has stored its fault.
    if (!blob && error instanceof AppError && error.code === 503) return 'refused';
    const fault = faultOf(error);
    if (!fault) throw error;
    return fault;
  } finally {
    await blob?.close();
  }
}

/**
 * Looks for a blob and compares its size, without reading it.
 * @throws transient errors
 */
export const hasSize = (open: Means['open'], { key, size }: ExpectedBlob): Promise<FoundFault | undefined> =>
  opened(open, key, async (blob) => {
    const found = blob.file ? (await blob.file.stat()).size : await blob.storedSize?.();
    return found === undefined || found === size ? undefined : 'corrupt';
  });

/**
 * Reads a blob to its end and compares it with what was written.
 * @throws transient errors: what could not be read now says nothing about the blob
 */
export function checkBlob(
  { open, pool }: Means,
  { key, size, sha256 }: ExpectedBlob,
  signal: AbortSignal,
): Promise<FoundFault | undefined> {
  function hash(blob: OpenBlob): Promise<Digested> {
    if (blob.file) return pool.digestFile(blob.file.fd, { signal });
    return pool.digestPieces(
      async ({ add }) => {
        for await (const piece of blob.read(0, size)) await add(piece);
      },
      { signal },
    );
  }
  return opened(open, key, async (blob) => {
    if (blob.storedSize && (await blob.storedSize()) !== size) return 'corrupt';
    const found = await hash(blob);
    if (found.size === size && found.sha256 === sha256) return undefined;
    // Stores the fault "changed" of a file registered in place that was modified meanwhile.
    await blob.verify();
    return 'corrupt';
  });
}
