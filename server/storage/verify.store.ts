import { sql } from 'kysely';
import type { Db } from '../database/index.ts';
import type { ExpectedBlob } from './check-blob.ts';

export interface DanglingRow {
  /** Table of the row whose blob is not kept. */
  table: string;
  id: string;
  blobKey: string;
}

/**
 * What the database says of the store.
 * @param owner of the blobs that can be read here; undefined: every server can read all
 */
export function verifyStore(db: Db, owner: string | undefined) {
  const kept = () => {
    const rows = db.selectFrom('blobs').where('state', '=', 'kept');
    return owner === undefined ? rows : rows.where('owner', '=', owner);
  };

  return {
    /** Number and bytes of the blobs. */
    async amount(): Promise<{ count: number; bytes: number }> {
      const row = await kept()
        .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number | null>('size').as('bytes')])
        .executeTakeFirstOrThrow();
      return { count: Number(row.count), bytes: Number(row.bytes ?? 0) };
    },

    /** The next blobs in the order of their keys. */
    next: (after: string, limit: number): Promise<ExpectedBlob[]> =>
      kept().select(['key', 'size', 'sha256']).where('key', '>', after).orderBy('key').limit(limit).execute(),

    /** Whether the blob is still to be kept: it may have been purged since it was listed. */
    async isKept(key: string): Promise<boolean> {
      return (await kept().select('key').where('key', '=', key).executeTakeFirst()) !== undefined;
    },

    /** Those of the keys that have a row, in whatever state. */
    async known(keys: readonly string[]): Promise<Set<string>> {
      const rows = await db.selectFrom('blobs').select('key').where('key', 'in', keys).execute();
      return new Set(rows.map(({ key }) => key));
    },

    /** Whether one of the keys is of a blob that is kept. */
    async keepsAny(keys: readonly string[]): Promise<boolean> {
      const row = await kept().select('key').where('key', 'in', keys).limit(1).executeTakeFirst();
      return row !== undefined;
    },

    /** What a blob is, for people: paths, or the table that uses it. */
    async namesOf(key: string): Promise<string[]> {
      const { rows } = await sql<{ name: string }>`
        select coalesce(subsets.path, datasets.path) as name from objects
          left join subsets on subsets.id = objects.subset_id
          left join datasets on datasets.id = objects.dataset_id
          where objects.blob_key = ${key} and objects.purged_at is null
        union select 'static/' || path from static_files where blob_key = ${key}
        union select 'request/' || request_files.request_id || ': ' || name from request_files where blob_key = ${key}
        union select subsets.path || ': ' || intake_files.name from intake_files
          join intakes on intakes.id = intake_files.intake_id
          join subsets on subsets.id = intakes.subset_id
          where intake_files.blob_key = ${key} and subsets.purged_at is null
        union select subsets.path || ': ' || intake_files.name from intake_files
          join objects on objects.intake_id = intake_files.intake_id
          join subsets on subsets.id = objects.subset_id
          where intake_files.blob_key = ${key} and objects.purged_at is null
        union select 'registered in place: ' || source from blobs where key = ${key} and source is not null
        order by 1 limit 5`.execute(db);
      return rows.map(({ name }) => name);
    },

    /** Rows that use a blob which is not kept, the files of folders among them; what was purged on purpose is no fault. */
    async dangling(): Promise<DanglingRow[]> {
      const { rows } = await sql<DanglingRow>`
        select 'objects' as "table", objects.id, objects.blob_key as "blobKey" from objects
          left join blobs on blobs.key = objects.blob_key
          where objects.purged_at is null and (blobs.key is null or blobs.state <> 'kept')
            and objects.blob_key not in (select blob_key from purged_files)
        union all select 'intake_files', subsets.path || ': ' || intake_files.name, intake_files.blob_key from objects
          join subsets on subsets.id = objects.subset_id
          join intake_files on intake_files.intake_id = coalesce(objects.intake_id, objects.id)
          left join blobs on blobs.key = intake_files.blob_key
          where objects.kind = 'zip' and objects.purged_at is null and (blobs.key is null or blobs.state <> 'kept')
            and intake_files.blob_key not in (select blob_key from purged_files)
        union all select 'static_files', static_files.path, static_files.blob_key from static_files
          left join blobs on blobs.key = static_files.blob_key
          where blobs.key is null or blobs.state <> 'kept'
        union all select 'request_files', request_files.id, request_files.blob_key from request_files
          left join blobs on blobs.key = request_files.blob_key
          where blobs.key is null or blobs.state <> 'kept'
        order by 1, 2`.execute(db);
      return rows;
    },
  };
}

export type VerifyStore = ReturnType<typeof verifyStore>;
