import type { HashPool } from '../hashing/index.ts';
import type { BlobStore, OpenBlob } from './blob-store.ts';
import { checkBlob, type FoundFault, hasSize } from './check-blob.ts';
import type { DanglingRow, VerifyStore } from './verify.store.ts';

const BATCH = 200;
/** Checks at the same time: the pool hashes, and a disk or store answers several. */
const AT_ONCE = 4;

export interface VerifyReport {
  /** Blobs that the database names, and their bytes. */
  files: number;
  bytes: number;
  /** Of them, read to their end and compared with their hash. */
  hashed: number;
  faults: { key: string; fault: FoundFault; names: string[] }[];
  dangling: DanglingRow[];
  /** Keys of bytes without a row. */
  strays: string[];
}

interface Dependencies {
  store: VerifyStore;
  blobs: Pick<BlobStore, 'keys'>;
  /** Opens a blob, even with an integrity fault. */
  open: (key: string) => Promise<OpenBlob>;
  pool: Pick<HashPool, 'digestFile' | 'digestPieces'>;
}

interface Wanted {
  /** The share of the blobs to hash; the others are looked for, and their sizes compared. */
  share: number;
  signal: AbortSignal;
  onProgress: (bytes: number, total: number) => void;
}

/**
 * Compares the store with the database, and changes neither.
 * @throws when aborted, or when the store or the database cannot be read
 */
export async function verifyBlobs(
  { store, blobs, open, pool }: Dependencies,
  wanted: Wanted,
): Promise<VerifyReport> {
  const { share, signal, onProgress } = wanted;
  const { count, bytes } = await store.amount();
  const report: VerifyReport = { files: count, bytes, hashed: 0, faults: [], dangling: [], strays: [] };
  let done = 0;

  async function* rows() {
    for (let after = ''; ; ) {
      const batch = await store.next(after, BATCH);
      yield* batch;
      const last = batch.at(-1);
      if (!last) return;
      after = last.key;
    }
  }
  const queue = rows();
  async function worker(): Promise<void> {
    for await (const blob of { [Symbol.asyncIterator]: () => ({ next: () => queue.next() }) }) {
      signal.throwIfAborted();
      // One that is being taken in has no hash yet: its size alone can be compared.
      const isHashed = blob.sha256 !== '' && Math.random() < share;
      const fault = isHashed ? await checkBlob({ open, pool }, blob, signal) : await hasSize(open, blob);
      if (isHashed) report.hashed++;
      if (fault && (await store.isKept(blob.key)))
        report.faults.push({ key: blob.key, fault, names: await store.namesOf(blob.key) });
      done += blob.size;
      onProgress(done, bytes);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker));

  report.dangling = await store.dangling();
  for await (const keys of batches(blobs.keys())) {
    signal.throwIfAborted();
    // Listed before their rows are looked up: who writes now has made its row before.
    const known = await store.known(keys);
    report.strays.push(...keys.filter((key) => !known.has(key)));
  }
  return report;
}

async function* batches(keys: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const key of keys) {
    batch.push(key);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
