import {
  blobAt,
  decodeLayout,
  type Layout,
  readArchive,
  type Segment,
  segmentsOf,
} from '../archive/index.ts';
import type { BlobLedger } from '../storage/index.ts';

/** The fields needed to read an object's bytes. */
export interface ReadableObject {
  id: string;
  kind: 'file' | 'zip';
  blobKey: string;
  /** Bytes of the layout's blob, for a ZIP. */
  blobSize: number;
  size: number;
}

/** Cached layouts; one of 100,000 files takes some tens of megabytes. */
const KEPT = 20;

/** Reads any range of any object: a stored file or a computed ZIP. */
export function objectReader(ledger: BlobLedger) {
  const layouts = new Map<string, Promise<Layout>>();

  async function load(key: string, size: number): Promise<Layout> {
    const pieces: Uint8Array[] = [];
    for await (const piece of ledger.read(key, 0, size)) pieces.push(piece);
    return decodeLayout(Buffer.concat(pieces));
  }

  function layoutOf(object: ReadableObject): Promise<Layout> {
    const key = object.blobKey;
    const layout = layouts.get(key) ?? load(key, object.blobSize);
    if (!layouts.has(key)) {
      layout.catch(() => layouts.delete(key));
      if (layouts.size >= KEPT) layouts.delete(layouts.keys().next().value ?? '');
    }
    // Moved to the end of the map: the first key is the least recently used.
    layouts.delete(key);
    layouts.set(key, layout);
    return layout;
  }

  return {
    /** The segments of the object: generated headers, and ranges of blobs to be opened with `open`. */
    async *segments(object: ReadableObject, start: number, end: number): AsyncGenerator<Segment> {
      if (object.kind === 'file') yield { blob: object.blobKey, start, end };
      else yield* segmentsOf(await layoutOf(object), start, end);
    },

    open: ledger.open,
    /** Opens a blob known to be stored and sound, without a query. */
    openStored: ledger.openStored,

    /**
     * Checks the object's blobs for known integrity faults, before its first byte is sent.
     * @throws AppError 503
     */
    async assertSound(object: ReadableObject): Promise<void> {
      const marked = new Set(await ledger.marked());
      if (marked.size === 0) return;
      const blobs = object.kind === 'file' ? [object.blobKey] : blobsOf(await layoutOf(object));
      // Opening verifies the blob again: it throws, or clears the fault.
      for (const key of blobs) if (marked.has(key)) await (await ledger.open(key)).close();
    },

    /** The bytes from `start` to `end` (exclusive). */
    async *read(object: ReadableObject, start: number, end: number): AsyncGenerator<Uint8Array> {
      if (object.kind === 'file') yield* ledger.read(object.blobKey, start, end);
      else yield* readArchive(await layoutOf(object), ledger.read, start, end);
    },
  };
}

export type ObjectReader = ReturnType<typeof objectReader>;

function* blobsOf(layout: Layout): Generator<string> {
  for (let i = 0; i < layout.count; i++) yield blobAt(layout, i);
}
