import type { Db, Queries } from '../database/index.ts';
import { newId } from '../shared/ids.ts';
import type { BlobStore, OpenBlob, WrittenBlob } from './blob-store.ts';
import { inPlaceStore } from './in-place.store.ts';
import { unavailable } from './in-place.ts';

/** Blobs per statement. */
const BATCH = 500;

export interface LedgerBlob extends WrittenBlob {
  key: string;
}

/**
 * The blob store with its ledger: a row is `writing` before a byte is written, and `kept` in the transaction that first
 * uses the blob. A row still `writing` at its server's next start is an orphan of a crash. A blob is `discarded` before
 * its bytes are deleted.
 *
 * A file registered in place has a row, too, and no bytes in the store: it is read in place, and never deleted.
 * @param owner the id of this server's data folder
 * @param roots the folders whose files may be read in place
 * @param assertRoom throws when no data may be taken in
 * @param onError hears of blobs that could not be discarded
 */
export function blobLedger(
  db: Db,
  blobs: BlobStore,
  owner: string,
  now: () => number,
  roots: readonly string[] = [],
  assertRoom: () => Promise<void> = async () => {},
  onError: (error: unknown) => void = () => {},
) {
  const inPlace = inPlaceStore(db, roots, now);

  async function reserve(): Promise<string> {
    const key = newId();
    await db
      .insertInto('blobs')
      .values({ key, owner, state: 'writing', size: 0, sha256: '', crc32: 0, created_at: now() })
      .execute();
    return key;
  }

  /** Deletes the bytes of discarded blobs, then their rows: a failure in between is resumed at the next start. */
  async function remove(keys: readonly string[]): Promise<void> {
    await blobs.delete(keys);
    await db.deleteFrom('blobs').where('key', 'in', keys).where('state', '=', 'discarded').execute();
  }

  /**
   * Discards unused blobs; one kept by a committed transaction is left alone. The row is updated first: it waits for a
   * running transaction's row lock, and a later `keep` finds the blob discarded while its bytes still exist.
   */
  async function discardNow(keys: readonly string[]): Promise<void> {
    for (let at = 0; at < keys.length; at += BATCH) {
      const marked = await db
        .updateTable('blobs')
        .set({ state: 'discarded' })
        .where('key', 'in', keys.slice(at, at + BATCH))
        .where('state', '=', 'writing')
        .where('source', 'is', null)
        .returning('key')
        .execute();
      if (marked.length > 0) await remove(marked.map(({ key }) => key));
    }
  }

  /**
   * As `discardNow`, and never throws: what is done stays done, and what has failed keeps its own error. A 507 from here
   * would say of a committed change that nothing was stored. What is left goes at the next start.
   */
  const discard = (keys: readonly string[]): Promise<void> => discardNow(keys).catch(onError);

  /**
   * Opens a blob, in the store or in place.
   * @param marked also one with an integrity fault, corrupt or vanished
   * @throws AppError 503 for such a fault, or when a file registered in place has changed
   */
  async function open(key: string, marked = false): Promise<OpenBlob> {
    const row = await db
      .selectFrom('blobs')
      .select(['key', 'source', 'size', 'mtime_us', 'mark'])
      .where('key', '=', key)
      .executeTakeFirst();
    // A file registered in place is verified anew; for the store's own blobs the stored fault decides.
    if (row?.mark && !marked && (row.mark === 'corrupt' || row.source === null)) throw unavailable(row.mark);
    return row && row.source !== null ? inPlace.open({ ...row, source: row.source }) : blobs.open(key);
  }

  return {
    /** Whether blobs are local files, which are written quickly or not at all. */
    isLocal: blobs.localPath !== undefined,
    reserve,
    discard,

    /** Writes a blob; the caller must `keep` or `discard` it. A failed write leaves nothing behind. */
    async write(source: AsyncIterable<Uint8Array>): Promise<LedgerBlob> {
      await assertRoom();
      const key = await reserve();
      try {
        return { key, ...(await blobs.put(key, source)) };
      } catch (error) {
        await discard([key]);
        throw error;
      }
    },

    /** Writes under a reserved key, for blobs created inside a transaction. */
    async writeReserved(key: string, bytes: Uint8Array): Promise<LedgerBlob> {
      return { key, ...(await blobs.put(key, once(bytes))) };
    },

    /**
     * Keeps a blob when the caller's transaction commits.
     * @throws when it is gone or discarded: another process took it for an orphan
     */
    async keep(trx: Queries, { key, size, sha256, crc32 }: LedgerBlob): Promise<void> {
      const { numUpdatedRows } = await trx
        .updateTable('blobs')
        .set({ state: 'kept', size, sha256, crc32 })
        .where('key', '=', key)
        .where('state', '=', 'writing')
        .executeTakeFirstOrThrow();
      if (numUpdatedRows !== 1n) throw new Error('a blob is gone that was written just now');
    },

    /** Removes orphans of a crash; called at start, before anything is written. Resumable uploads are left. */
    async recover(): Promise<number> {
      const reserved = await db
        .selectFrom('blobs')
        .leftJoin('uploads', 'uploads.blob_key', 'blobs.key')
        .select(['blobs.key', 'blobs.owner', 'uploads.id as upload_id'])
        .where('blobs.state', '=', 'writing')
        .execute();
      const keys = (orphaned: boolean) =>
        reserved
          .filter((row) => (row.owner === owner && row.upload_id === null) === orphaned)
          .map(({ key }) => key);
      const orphans = keys(true);
      const discarded = await db
        .selectFrom('blobs')
        .select('key')
        .where('state', '=', 'discarded')
        .where('owner', '=', owner)
        .execute();
      const begun = discarded.map(({ key }) => key);
      await blobs.sweep({ dead: [...orphans, ...begun], alive: keys(false) });
      for (let at = 0; at < begun.length; at += BATCH) await remove(begun.slice(at, at + BATCH));
      await discardNow(orphans);
      return orphans.length + begun.length;
    },

    /** As `BlobStore.read`, for a blob known to be stored; without a query. */
    readStored: blobs.read,
    openStored: blobs.open,

    /** Deletes the bytes in the store; a file registered in place is never deleted. */
    async deleteBytes(key: string): Promise<void> {
      const row = await db.selectFrom('blobs').select('source').where('key', '=', key).executeTakeFirst();
      if (row?.source === null) await blobs.delete([key]);
    },

    async *read(key: string, start: number, end: number): AsyncGenerator<Uint8Array> {
      const blob = await open(key);
      try {
        yield* blob.read(start, end);
        await blob.verify();
      } finally {
        await blob.close();
      }
    },

    open: (key: string): Promise<OpenBlob> => open(key),

    /** Opens it despite an integrity fault, to verify it again. */
    openToCheck: (key: string): Promise<OpenBlob> => open(key, true),

    /** The blobs with a known integrity fault. */
    async marked(): Promise<string[]> {
      const rows = await db
        .selectFrom('blobs')
        .select('key')
        .where('mark', 'is not', null)
        .where('state', '=', 'kept')
        .execute();
      return rows.map((row) => row.key);
    },
  };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

export type BlobLedger = ReturnType<typeof blobLedger>;
