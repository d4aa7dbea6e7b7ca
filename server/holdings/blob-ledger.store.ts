import type { BlobStore, WrittenBlob } from '../blobs/blob-store.ts';
import type { Db, Queries } from '../database/open.ts';
import { newId } from '../ids.ts';

export interface LedgerBlob extends WrittenBlob {
  key: string;
}

/**
 * The blob store with its book: a row says `writing` before a byte is written, and `kept` in the transaction that
 * first uses the blob. Whatever is still `writing` when its server starts again is an orphan of a crash.
 * @param owner the id of this server's data folder
 */
export function blobLedger(db: Db, blobs: BlobStore, owner: string, now: () => number) {
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
      const row = await db.selectFrom('blobs').select('state').where('key', '=', key).executeTakeFirst();
      if (row?.state !== 'writing') continue;
      await blobs.delete(key);
      await db.deleteFrom('blobs').where('key', '=', key).execute();
    }
  }

  return {
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

    /** Makes a blob stay, if the caller's transaction commits. */
    async keep(trx: Queries, { key, size, sha256, crc32 }: LedgerBlob): Promise<void> {
      await trx
        .updateTable('blobs')
        .set({ state: 'kept', size, sha256, crc32 })
        .where('key', '=', key)
        .execute();
    },

    /** Removes what a crash left; at start, before anything is written. */
    async recover(): Promise<number> {
      await blobs.sweep();
      const orphans = await db
        .selectFrom('blobs')
        .select('key')
        .where('state', '=', 'writing')
        .where('owner', '=', owner)
        .execute();
      await discard(orphans.map((row) => row.key));
      return orphans.length;
    },

    read: blobs.read,
  };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

export type BlobLedger = ReturnType<typeof blobLedger>;
