import type { Db, Queries } from '../database/index.ts';
import type { HashPool, Pieces } from '../hashing/index.ts';
import type { JobQueue, RunningJob } from '../queue/index.ts';
import { periodic } from '../shared/schedule.ts';
import { isBlobFault, type OpenBlob } from '../storage/index.ts';
import { ARCHIVE_HASH, type ArchiveHashesStore, type UnhashedArchive } from './archive-hashes.store.ts';
import type { ObjectReader } from './object-reader.ts';

const EVERY = 20_000;
/** Age in ms from which a dataset's archive is unlikely to be replaced again (decisions §4). */
const SETTLED_AFTER = 600_000;
/** Priority of a hash that a request waits for: before all others. */
const REQUESTED_PRIORITY = 10;

interface Dependencies {
  db: Db;
  store: ArchiveHashesStore;
  queue: JobQueue;
  reader: Pick<ObjectReader, 'segments' | 'open' | 'assertSound'>;
  pool: Pick<HashPool, 'digestPieces'>;
  /** Reports a blob whose bytes do not match the recorded hash, to be verified. */
  suspect: (blobKey: string) => Promise<void>;
  now: () => number;
  onError: (error: unknown) => void;
}

interface Payload {
  objectId: string;
  /** Requested by a person: hashed even if no longer the current revision. */
  asked: boolean;
}

/** Computes the SHA-256 of computed ZIPs in jobs: some time after their last change, or when one is requested. */
export function archiveHashes({ db, store, queue, reader, pool, suspect, now, onError }: Dependencies) {
  /** Reads a blob; a mismatch with the recorded value, or a missing blob, is reported as suspect. */
  async function reading<T>(key: string, read: (blob: OpenBlob) => Promise<T>, expected: T): Promise<void> {
    let found: T;
    try {
      const blob = await reader.open(key);
      try {
        await blob.verify();
        found = await read(blob);
        await blob.verify();
      } finally {
        await blob.close();
      }
    } catch (error) {
      if (isBlobFault(error, 'ENOENT') || isBlobFault(error, 'EIO')) await suspect(key);
      throw error;
    }
    if (found === expected) return;
    await suspect(key);
    throw new Error('Stored bytes that this archive consists of are not those that were taken in.');
  }

  const addBlob = async ({ add }: Pieces, blob: OpenBlob, start: number, end: number): Promise<void> => {
    if (blob.file) await add({ fd: blob.file.fd, start, end });
    else for await (const piece of blob.read(start, end)) await add(piece);
  };

  /**
   * A hash over damaged bytes would be published for ever: the layout must match its own SHA-256, and each file the
   * CRC-32 of its header.
   */
  async function hash(object: UnhashedArchive, job: RunningJob): Promise<string> {
    const { signal } = job;
    job.progress(0, object.size);
    await reader.assertSound(object);
    const layoutHash = async (blob: OpenBlob) =>
      (await pool.digestPieces((pieces) => addBlob(pieces, blob, 0, object.blobSize), { signal })).sha256;
    await reading(object.blobKey, layoutHash, object.blobSha256);
    const { size, sha256 } = await pool.digestPieces(
      async (pieces) => {
        for await (const segment of reader.segments(object, 0, object.size)) {
          signal.throwIfAborted();
          if (segment instanceof Uint8Array) {
            await pieces.add(segment);
            continue;
          }
          const { blob: key, start, end, crc32 } = segment;
          await reading(key, (blob) => pieces.crcOf(() => addBlob(pieces, blob, start, end)), crc32);
        }
      },
      { signal, onProgress: (bytes) => job.progress(bytes, object.size) },
    );
    if (size !== object.size) throw new Error(`The archive has ${size} bytes instead of ${object.size}.`);
    return sha256;
  }

  queue.handle(ARCHIVE_HASH, async (job) => {
    const { objectId, asked } = job.payload as Payload;
    const object = await store.byId(objectId);
    if (!object || (object.superseded && !asked)) return;
    const sha256 = await hash(object, job);
    await db.transaction().execute(async (trx) => {
      await job.holding(trx);
      await store.set(trx, object.id, sha256);
    });
  });

  const add = (trx: Queries, { id, path, createdAt }: UnhashedArchive, asked: boolean): Promise<void> =>
    queue.add(trx, {
      kind: ARCHIVE_HASH,
      key: id,
      subject: path,
      payload: { objectId: id, asked } satisfies Payload,
      ...(asked ? { priority: REQUESTED_PRIORITY } : { runAt: createdAt + SETTLED_AFTER }),
    });

  /** Adds jobs for published archives without a hash or a job. */
  async function addQuiet(): Promise<void> {
    for (const object of await store.withoutJob()) await add(db, object, false);
  }
  const rounds = periodic(addQuiet, EVERY, onError);

  return {
    /** For one object, with priority, because a request waits for it. */
    async askFor(objectId: string): Promise<void> {
      const object = await store.byId(objectId);
      if (!object || (await store.failedSince(objectId, now() - SETTLED_AFTER))) return;
      await add(db, object, true);
      queue.poke();
    },

    /** For all published archives, whatever their age; for tests and the demo. */
    async askForAll(): Promise<void> {
      for (const object of await store.published()) await add(db, object, true);
      queue.poke();
    },

    /** An archive was published: adds its job now, rather than within 20 s. */
    look: (): void => void rounds.now().catch(onError),

    stop: rounds.stop,
  };
}

export type ArchiveHashes = ReturnType<typeof archiveHashes>;
