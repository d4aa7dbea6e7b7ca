import type { Source } from '../../contract/sources.ts';
import type { Queries } from '../database/index.ts';
import { isBeingLaidOut } from '../datasets/index.ts';
import { addJob } from '../queue/index.ts';

/** Kind of the job that hashes ingested files. */
export const INGEST = 'intake';

/** Rows per statement: within every database's limit of parameters, and a few milliseconds each. */
export const BATCH = 200;

export function* batches<T>(all: readonly T[], size = BATCH): Generator<T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}

/** The target of an ingest: a subset, or (`subsetId` null) the dataset's uploaded archive. */
export interface Target {
  datasetId: string;
  subsetId: string | null;
}

export interface NewIngest extends Target {
  id: string;
  kind: 'file' | 'folder';
  source: Source;
  size: number;
  fileCount: number;
}

/** Inserts ingests and adds the one job that hashes them, in the caller's transaction. */
export async function beginIngests(
  trx: Queries,
  intakes: readonly NewIngest[],
  subject: string,
  now: number,
): Promise<void> {
  if (intakes.length === 0) return;
  for (const batch of batches(intakes)) {
    await trx
      .insertInto('intakes')
      .values(
        batch.map(({ id, datasetId, subsetId, kind, source, size, fileCount }) => ({
          id,
          dataset_id: datasetId,
          subset_id: subsetId,
          kind,
          source: JSON.stringify(source),
          size,
          hashed: 0,
          file_count: fileCount,
          created_at: now,
          ended_at: null,
          note: '',
          failure: null,
        })),
      )
      .execute();
  }
  const payload = { intakes: intakes.map(({ id }) => id) };
  await addJob(trx, { kind: INGEST, subject, payload }, now);
}

/** Releases the files of a dropped ingest; their blobs are deleted later. */
export async function releaseFiles(trx: Queries, intakeId: string): Promise<void> {
  await trx
    .updateTable('blobs')
    .set({ state: 'purging' })
    .where('state', '=', 'kept')
    .where('key', 'in', (eb) =>
      eb.selectFrom('intake_files').select('blob_key').where('intake_id', '=', intakeId),
    )
    .execute();
  await trx.deleteFrom('intake_files').where('intake_id', '=', intakeId).execute();
}

/** Drops a target's pending or failed ingest, which is replaced. */
export async function dropIngests(trx: Queries, { datasetId, subsetId }: Target): Promise<void> {
  const former = await trx
    .selectFrom('intakes')
    .select('id')
    .where('dataset_id', '=', datasetId)
    .where('subset_id', subsetId === null ? 'is' : '=', subsetId)
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('failure', 'is not', null)]))
    .execute();
  for (const { id } of former) {
    await releaseFiles(trx, id);
    await trx.deleteFrom('intakes').where('id', '=', id).execute();
  }
}

/**
 * Whether a target without a file has a pending ingest (decisions §4: 503 until it is done). A subset in the trash does not
 * count: nobody gets its file.
 */
export async function isComingIn(db: Queries, { datasetId, subsetId }: Target): Promise<boolean> {
  let open = db
    .selectFrom('intakes')
    .leftJoin('subsets', 'subsets.id', 'intakes.subset_id')
    .select('intakes.id')
    .where('intakes.dataset_id', '=', datasetId)
    .where('intakes.ended_at', 'is', null)
    .where('subsets.trashed_at', 'is', null);
  if (subsetId !== null) open = open.where('subset_id', '=', subsetId);
  if ((await open.executeTakeFirst()) !== undefined) return true;
  // All files are hashed, and the archive is being laid out.
  return subsetId === null && isBeingLaidOut(db, datasetId);
}
