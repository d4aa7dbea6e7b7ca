import type { Source } from '../../contract/sources.ts';
import type { Queries } from '../database/index.ts';
import { isBeingLaidOut } from '../datasets/index.ts';
import { addJob } from '../queue/index.ts';

/** The kind of the job that hashes what comes in. */
export const INGEST = 'intake';

/** Rows in one statement: few enough for every database's parameters, and for a few milliseconds each. */
export const BATCH = 200;

export function* batches<T>(all: readonly T[], size = BATCH): Generator<T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}

/** What files come in for: a subset, or (`subsetId` null) the dataset's own archive. */
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

/** Opens intakes and adds the one job that hashes them, in the caller's transaction. */
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

/** The files of an ingest that comes to nothing; what lies in the store is deleted in time. */
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

/** Gives up what is coming in, or has failed to, for a target: something else comes in its stead. */
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

/** Whether files are coming in for a place that has none yet (decisions §4: 503 until then). */
export async function isComingIn(db: Queries, { datasetId, subsetId }: Target): Promise<boolean> {
  let open = db
    .selectFrom('intakes')
    .select('id')
    .where('dataset_id', '=', datasetId)
    .where('ended_at', 'is', null);
  if (subsetId !== null) open = open.where('subset_id', '=', subsetId);
  if ((await open.executeTakeFirst()) !== undefined) return true;
  // All files are there, and the archive is being laid out.
  return subsetId === null && isBeingLaidOut(db, datasetId);
}
