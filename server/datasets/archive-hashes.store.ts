import type { Db, Queries } from '../database/index.ts';
import { jobKey } from '../queue/index.ts';
import type { ReadableObject } from './object-reader.ts';

export const ARCHIVE_HASH = 'archive-hash';

/** A ZIP whose SHA-256 is not known yet. */
export interface UnhashedArchive extends ReadableObject {
  /** The path that it is downloaded by, for people to read. */
  path: string;
  /** SHA-256 of its layout's blob. */
  blobSha256: string;
  createdAt: number;
  superseded: boolean;
}

export function archiveHashesStore(db: Db) {
  const unhashed = () =>
    db
      .selectFrom('objects')
      .innerJoin('blobs', 'blobs.key', 'objects.blob_key')
      .innerJoin('datasets', 'datasets.id', 'objects.dataset_id')
      .leftJoin('subsets', 'subsets.id', 'objects.subset_id')
      .select(['objects.id', 'objects.kind', 'objects.blob_key', 'objects.size', 'blobs.size as blob_size'])
      .select('blobs.sha256 as blob_sha256')
      .select(['objects.created_at', 'objects.superseded_at'])
      .select((eb) => eb.fn.coalesce('subsets.path', 'datasets.path').as('path'))
      .where('objects.sha256', 'is', null)
      .where('objects.purged_at', 'is', null)
      .where('objects.kind', '=', 'zip')
      // A ZIP of which a file was purged is not made any more.
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('purged_files')
              .select('purged_files.path')
              .whereRef('purged_files.dataset_id', '=', 'objects.dataset_id')
              .where((one) =>
                one.or([
                  one('objects.subset_id', 'is', null),
                  one('purged_files.subset_id', '=', one.ref('objects.subset_id')),
                ]),
              ),
          ),
        ),
      );
  type Row = Awaited<ReturnType<ReturnType<typeof unhashed>['execute']>>[number];
  const present = (row: Row): UnhashedArchive => ({
    id: row.id,
    kind: row.kind,
    blobKey: row.blob_key,
    blobSize: row.blob_size,
    blobSha256: row.blob_sha256,
    size: row.size,
    path: row.path,
    createdAt: row.created_at,
    superseded: row.superseded_at !== null,
  });

  const published = () =>
    unhashed()
      .where('objects.superseded_at', 'is', null)
      .where('datasets.status', '=', 'published')
      .where('datasets.trashed_at', 'is', null)
      .where('subsets.trashed_at', 'is', null)
      .orderBy('objects.created_at');

  return {
    async byId(id: string): Promise<UnhashedArchive | undefined> {
      const row = await unhashed().where('objects.id', '=', id).executeTakeFirst();
      return row && present(row);
    },

    /** The unhashed archives of published datasets. */
    published: async (): Promise<UnhashedArchive[]> => (await published().execute()).map(present),

    /** Those of them that never had a job: a failed one is not repeated endlessly. */
    async withoutJob(): Promise<UnhashedArchive[]> {
      const rows = await published()
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('jobs')
                .select('jobs.id')
                .where('jobs.key', '=', eb(eb.val(jobKey(ARCHIVE_HASH, '')), '||', eb.ref('objects.id'))),
            ),
          ),
        )
        .execute();
      return rows.map(present);
    },

    /** Whether its last job failed since then. */
    async failedSince(id: string, since: number): Promise<boolean> {
      const row = await db
        .selectFrom('jobs')
        .select('id')
        .where('key', '=', jobKey(ARCHIVE_HASH, id))
        .where('state', '=', 'failed')
        .where('finished_at', '>', since)
        .executeTakeFirst();
      return row !== undefined;
    },

    set: (trx: Queries, id: string, sha256: string) =>
      trx.updateTable('objects').set({ sha256 }).where('id', '=', id).where('sha256', 'is', null).execute(),
  };
}

export type ArchiveHashesStore = ReturnType<typeof archiveHashesStore>;
