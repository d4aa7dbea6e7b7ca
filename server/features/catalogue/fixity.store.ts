import { type AliasableExpression, sql } from 'kysely';
import type { Db } from '../../database/index.ts';

/** The last checks of a dataset's files. */
export interface LastChecks {
  /** Number of its current files. */
  files: number;
  /** Those with an integrity fault. */
  damaged: number;
  /** The oldest last check, ms. */
  oldest: number;
}

/** Folders per query. */
const BATCH = 500;

export function fixityStore({ inReader }: Db) {
  /** Current objects of a dataset, without those of trashed subsets. */
  const current = (datasetId: string) =>
    inReader
      .selectFrom('objects')
      .leftJoin('subsets', 'subsets.id', 'objects.subset_id')
      .where('objects.dataset_id', '=', datasetId)
      .where('objects.superseded_at', 'is', null)
      .where('subsets.trashed_at', 'is', null);

  async function checksOf(
    datasetId: string,
    keys: AliasableExpression<{ blob_key: string }>,
  ): Promise<LastChecks> {
    const row = await inReader
      .selectFrom(keys.as('files'))
      .innerJoin('blobs', 'blobs.key', 'files.blob_key')
      // Purged from this version: there is nothing to verify, and nothing lost.
      .where('blobs.key', 'not in', (eb) =>
        eb.selectFrom('purged_files').select('purged_files.blob_key').where('dataset_id', '=', datasetId),
      )
      .select((eb) => [
        eb.fn.countAll<number>().as('files'),
        eb.fn.count<number>('blobs.mark').as('damaged'),
        // Null and 0: not read again since it came in. It was hashed after `created_at`.
        sql<number | null>`min(coalesce(nullif(blobs.scrubbed_at, 0), blobs.created_at))`.as('oldest'),
      ])
      .executeTakeFirstOrThrow();
    const { files, damaged, oldest } = row;
    return { files: Number(files), damaged: Number(damaged), oldest: Number(oldest ?? Infinity) };
  }

  return {
    /** Another text whenever a fault was found or has gone. */
    async faults(): Promise<string> {
      const { count, last } = await inReader
        .selectFrom('blobs')
        .select((eb) => [eb.fn.countAll().as('count'), eb.fn.max('marked_at').as('last')])
        .where('mark', 'is not', null)
        .where('state', '=', 'kept')
        .executeTakeFirstOrThrow();
      return `${count}/${last}`;
    },

    async lastChecks(datasetId: string): Promise<LastChecks> {
      const found = await checksOf(
        datasetId,
        current(datasetId).where('objects.kind', '=', 'file').select('objects.blob_key'),
      );
      // A folder's object has the id of its ingest, or names it. Asked by their ids, so that PostgreSQL knows how large each is.
      const folders = await current(datasetId)
        .where('objects.kind', '=', 'zip')
        .where('objects.subset_id', 'is not', null)
        .select((eb) => eb.fn.coalesce('objects.intake_id', 'objects.id').as('id'))
        .execute();
      for (let at = 0; at < folders.length; at += BATCH) {
        const ids = folders.slice(at, at + BATCH).map(({ id }) => id);
        const more = await checksOf(
          datasetId,
          inReader.selectFrom('intake_files').select('blob_key').where('intake_id', 'in', ids),
        );
        found.files += more.files;
        found.damaged += more.damaged;
        found.oldest = Math.min(found.oldest, more.oldest);
      }
      return found;
    },
  };
}

export type FixityStore = ReturnType<typeof fixityStore>;
