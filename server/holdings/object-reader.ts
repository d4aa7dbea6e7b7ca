import { decodeLayout, type Layout } from '../archive/layout.ts';
import { readArchive } from '../archive/read.ts';
import type { BlobLedger } from './blob-ledger.store.ts';

/** What is needed to read an object's bytes. */
export interface ReadableObject {
  id: string;
  kind: 'file' | 'zip';
  blobKey: string;
  /** Of the layout's blob, for a ZIP. */
  blobSize: number;
  size: number;
}

/** Layouts kept in memory; one of 100,000 files takes some tens of megabytes. */
const KEPT = 20;

/** Reads any range of any object, a stored file or a computed ZIP alike. */
export function objectReader(ledger: BlobLedger) {
  const layouts = new Map<string, Promise<Layout>>();

  async function load(key: string, size: number): Promise<Layout> {
    const pieces: Uint8Array[] = [];
    for await (const piece of ledger.read(key, 0, size)) pieces.push(piece);
    return decodeLayout(Buffer.concat(pieces));
  }

  function layoutOf(object: ReadableObject): Promise<Layout> {
    let layout = layouts.get(object.blobKey);
    if (!layout) {
      layout = load(object.blobKey, object.blobSize);
      layout.catch(() => layouts.delete(object.blobKey));
      if (layouts.size >= KEPT) layouts.delete(layouts.keys().next().value ?? '');
      layouts.set(object.blobKey, layout);
    }
    return layout;
  }

  return {
    /** The bytes from `start` to `end` (exclusive). */
    async *read(object: ReadableObject, start: number, end: number): AsyncGenerator<Uint8Array> {
      if (object.kind === 'file') yield* ledger.read(object.blobKey, start, end);
      else yield* readArchive(await layoutOf(object), ledger.read, start, end);
    },
  };
}

export type ObjectReader = ReturnType<typeof objectReader>;
