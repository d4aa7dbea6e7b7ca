import type { BlobStore, OpenBlob, WrittenBlob } from '../blobs/blob-store.ts';
import type { Db, Queries } from '../database/open.ts';
import { newId } from '../ids.ts';
import { inPlaceStore } from './in-place.store.ts';
import { unavailable } from './in-place.ts';

export interface LedgerBlob extends WrittenBlob {
  key: string;
}

/**
 * The blob store with its book: a row says `writing` before a byte is written, and `kept` in the transaction that
 * first uses the blob. Whatever is still `writing` when its server starts again is an orphan of a crash.
 *
 * A file registered in place has a row, too, and no bytes in the store: it is read where it lies, and never deleted.
 * @param owner the id of this server's data folder
 * @param roots the folders whose files may be read in place
 */
export function blobLedger(
  db: Db,
  blobs: BlobStore,
  owner: string,
  now: () => number,
  roots: readonly string[] = [],
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

  /** Removes blobs that nothing uses yet; one that a committed transaction kept is left alone. */
  async function discard(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const row = await db
        .selectFrom('blobs')
        .select(['state', 'source'])
        .where('key', '=', key)
        .executeTakeFirst();
      if (row?.state !== 'writing' || row.source !== null) continue;
      await blobs.delete(key);
      await db.deleteFrom('blobs').where('key', '=', key).execute();
    }
  }

  /**
   * Opens a blob, wherever it lies.
   * @param marked also one of which scrubbing has said that it is corrupt or has vanished
   * @throws AppError 503 when scrubbing has said so, or it was registered in place and is no longer what it was
   */
  async function open(key: string, marked = false): Promise<OpenBlob> {
    const row = await db
      .selectFrom('blobs')
      .select(['key', 'source', 'size', 'mtime_us', 'mark'])
      .where('key', '=', key)
      .executeTakeFirst();
    // A file registered in place is looked at anew, where it lies; of the store's own, scrubbing says it.
    if (row?.mark && !marked && (row.mark === 'corrupt' || row.source === null)) throw unavailable(row.mark);
    return row && row.source !== null ? inPlace.open({ ...row, source: row.source }) : blobs.open(key);
  }

  return {
    /** Whether blobs are files here, which are written in moments or not at all. */
    isLocal: blobs.localPath !== undefined,
    reserve,
    discard,

    /** Writes a blob; the caller must `keep` or `discard` it. When writing fails nothing stays. */
    async write(source: AsyncIterable<Uint8Array>): Promise<LedgerBlob> {
      const key = await reserve();
      try {
        return { key, ...(await blobs.put(key, source)) };
      } catch (error) {
        await discard([key]);
        throw error;
      }
    },

    /** Writes under a reserved key, for blobs that are made inside a transaction. */
    async writeReserved(key: string, bytes: Uint8Array): Promise<LedgerBlob> {
      return { key, ...(await blobs.put(key, once(bytes))) };
    },

    /**
     * Makes a blob stay, if the caller's transaction commits.
     * @throws when the blob is gone: another process took it for an orphan
     */
    async keep(trx: Queries, { key, size, sha256, crc32 }: LedgerBlob): Promise<void> {
      const { numUpdatedRows } = await trx
        .updateTable('blobs')
        .set({ state: 'kept', size, sha256, crc32 })
        .where('key', '=', key)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows !== 1n) throw new Error('a blob is gone that was written just now');
    },

    /** Removes what a crash left; at start, before anything is written. What is being uploaded goes on. */
    async recover(): Promise<number> {
      const reserved = await db
        .selectFrom('blobs')
        .leftJoin('uploads', 'uploads.blob_key', 'blobs.key')
        .select(['blobs.key', 'blobs.owner', 'uploads.id as upload_id'])
        .where('blobs.state', '=', 'writing')
        .execute();
      const keys = (wanted: boolean) =>
        reserved
          .filter((row) => (row.owner === owner && row.upload_id === null) === wanted)
          .map(({ key }) => key);
      const dead = keys(true);
      await blobs.sweep({ dead, alive: keys(false) });
      await discard(dead);
      return dead.length;
    },

    /** As `BlobStore.read`, of what is known to lie in the store; asks the database nothing. */
    readStored: blobs.read,
    openStored: blobs.open,

    /** Deletes what lies in the store; a file registered in place stays where it is. */
    async deleteBytes(key: string): Promise<void> {
      const row = await db.selectFrom('blobs').select('source').where('key', '=', key).executeTakeFirst();
      if (row?.source === null) await blobs.delete(key);
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

    /** Also when it is marked: to see whether it still is. */
    openToCheck: (key: string): Promise<OpenBlob> => open(key, true),

    /** The blobs that something is known to be wrong with. */
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
