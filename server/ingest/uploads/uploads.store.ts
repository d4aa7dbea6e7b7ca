import { UPLOAD_LIFE } from '../../../contract/uploads.ts';
import type { Note } from '../../auth/index.ts';
import type { Db, Queries, UploadsTable } from '../../database/index.ts';
import { newId } from '../../shared/ids.ts';

export interface Upload {
  id: string;
  adminId: string;
  key: string;
  /** Id of the data folder of the server with the bytes. */
  owner: string;
  fileName: string;
  size: number;
  /** Durable bytes. */
  received: number;
  folderId: string | null;
  relativePath: string | null;
  expiresAt: number;
  finishedAt: number | null;
  usedAt: number | null;
}

export type NewUpload = Pick<Upload, 'id' | 'adminId' | 'key' | 'fileName' | 'size'> & {
  folder?: { id: string; relativePath: string };
};

/** Rows per round; the rest follow in the next. */
const AT_MOST = 500;

const present = ({ owner, ...row }: UploadsTable & { owner: string }): Upload => ({
  id: row.id,
  adminId: row.admin_id,
  key: row.blob_key,
  owner,
  fileName: row.file_name,
  size: row.size,
  received: row.received,
  folderId: row.folder_id,
  relativePath: row.relative_path,
  expiresAt: row.expires_at,
  finishedAt: row.finished_at,
  usedAt: row.used_at,
});

/** Rows of resumable uploads and their folders. */
export function uploadsStore(db: Db) {
  const rows = () =>
    db
      .selectFrom('uploads')
      .innerJoin('blobs', 'blobs.key', 'uploads.blob_key')
      .selectAll('uploads')
      .select('blobs.owner');

  /** Folders still open, or claimed by a subset: their files do not expire on their own. */
  const livingFolders = (trx: Queries, now: number) =>
    trx
      .selectFrom('folders')
      .select('id')
      .where((eb) => eb.or([eb('used_at', 'is not', null), eb('expires_at', '>=', now)]));

  return {
    async find(id: string): Promise<Upload | undefined> {
      const row = await rows().where('uploads.id', '=', id).executeTakeFirst();
      return row && present(row);
    },

    async create({ id, adminId, key, fileName, size, folder }: NewUpload, now: number): Promise<void> {
      await db
        .insertInto('uploads')
        .values({
          id,
          admin_id: adminId,
          blob_key: key,
          file_name: fileName,
          size,
          received: 0,
          folder_id: folder?.id ?? null,
          relative_path: folder?.relativePath ?? null,
          created_at: now,
          expires_at: now + UPLOAD_LIFE,
          finished_at: null,
          used_at: null,
        })
        .execute();
    },

    /** Uploads with the same path in a folder: a creation whose response was lost is repeated. */
    async atSamePlace(folderId: string, relativePath: string): Promise<Upload[]> {
      const found = await rows()
        .where('folder_id', '=', folderId)
        .where('relative_path', '=', relativePath)
        .where('used_at', 'is', null)
        .execute();
      return found.map(present);
    },

    /** Bytes before `received` are durable. Restarts the lifetime of the upload and of its folder. */
    async advance({ id, folderId }: Upload, received: number, now: number): Promise<void> {
      const life = { expires_at: now + UPLOAD_LIFE };
      await db
        .updateTable('uploads')
        .set({ received, ...life })
        .where('id', '=', id)
        .execute();
      if (folderId !== null) await db.updateTable('folders').set(life).where('id', '=', folderId).execute();
    },

    /**
     * All bytes are in the store.
     * @param sha256 empty where it is not known yet
     * @returns whether its row is there
     */
    finish(
      { id, key, size }: Upload,
      { sha256, crc32 }: { sha256: string; crc32: number },
      now: number,
    ): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('uploads')
          .set((eb) => ({ finished_at: eb.fn.coalesce('finished_at', eb.val(now)), received: size }))
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        await trx
          .updateTable('blobs')
          .set({ size, sha256, crc32 })
          .where('key', '=', key)
          .where('state', '=', 'writing')
          .execute();
        return numUpdatedRows === 1n;
      });
    },

    /**
     * Deletes the row of an upload that nothing has claimed.
     * @returns what it was then, if there was one
     */
    async remove(id: string): Promise<Pick<Upload, 'finishedAt'> | undefined> {
      const row = await db
        .deleteFrom('uploads')
        .where('id', '=', id)
        .where('used_at', 'is', null)
        .returning('finished_at')
        .executeTakeFirst();
      return row && { finishedAt: row.finished_at };
    },

    /** Bytes still missing from this server's unfinished uploads. */
    async outstanding(owner: string, now: number): Promise<number> {
      const { bytes } = await db
        .selectFrom('uploads')
        .innerJoin('blobs', 'blobs.key', 'uploads.blob_key')
        .select((eb) =>
          eb.fn.sum<number | null>(eb('uploads.size', '-', eb.ref('uploads.received'))).as('bytes'),
        )
        .where('blobs.owner', '=', owner)
        .where('finished_at', 'is', null)
        .where('expires_at', '>=', now)
        .executeTakeFirstOrThrow();
      return bytes ?? 0;
    },

    /** Complete uploads not yet in the store: this server was stopped in between. */
    async unplaced(owner: string): Promise<Upload[]> {
      const found = await rows()
        .where('blobs.owner', '=', owner)
        .where('finished_at', 'is', null)
        .whereRef('received', '=', 'uploads.size')
        .execute();
      return found.map(present);
    },

    /** This server's expired uploads: unclaimed, and in no open folder. */
    async expired(owner: string, now: number): Promise<Upload[]> {
      const found = await rows()
        .where('blobs.owner', '=', owner)
        .where('used_at', 'is', null)
        .where('expires_at', '<', now)
        .where((eb) =>
          eb.or([eb('folder_id', 'is', null), eb('folder_id', 'not in', livingFolders(db, now))]),
        )
        .limit(AT_MOST)
        .execute();
      return found.map(present);
    },

    async keys(owner: string): Promise<Set<string>> {
      const found = await rows().where('blobs.owner', '=', owner).execute();
      return new Set(found.map((row) => row.blob_key));
    },

    async createFolder(adminId: string, now: number, note: Note<void>): Promise<string> {
      const id = newId();
      await db.transaction().execute(async (trx) => {
        await trx
          .insertInto('folders')
          .values({ id, admin_id: adminId, created_at: now, expires_at: now + UPLOAD_LIFE, used_at: null })
          .execute();
        await note(trx);
      });
      return id;
    },

    /** Whether uploads may be added to a folder. */
    async isOpenFolder(id: string, adminId: string, now: number): Promise<boolean> {
      const found = await db
        .selectFrom('folders')
        .select('id')
        .where('id', '=', id)
        .where('admin_id', '=', adminId)
        .where('used_at', 'is', null)
        .where('expires_at', '>=', now)
        .executeTakeFirst();
      return found !== undefined;
    },

    /** Deletes expired folders without uploads. */
    async removeEmptyFolders(now: number): Promise<void> {
      await db
        .deleteFrom('folders')
        .where('used_at', 'is', null)
        .where('expires_at', '<', now)
        .where('id', 'not in', (eb) =>
          eb
            .selectFrom('uploads')
            .select('folder_id')
            .where('folder_id', 'is not', null)
            .$narrowType<{ folder_id: string }>(),
        )
        .execute();
    },
  };
}

export type UploadsStore = ReturnType<typeof uploadsStore>;
