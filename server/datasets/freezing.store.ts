import type { Queries } from '../database/index.ts';
import { addJobAnew } from '../queue/index.ts';
import { conflict } from '../shared/errors.ts';
import { composition } from './composition.store.ts';
import { type SubsetRow, subsetRows } from './datasets.store.ts';
import { fileNameOf } from './paths.ts';

/** Kind of the job that freezes a version when all of its files are hashed. */
export const FREEZE = 'freeze';

/** The refusal of every change of a frozen version's files. */
export const frozen = () =>
  conflict('The files of this version are frozen. Make a new version to change them.', 'frozen');

export const isFrozen = async (db: Queries, datasetId: string): Promise<boolean> =>
  (await db
    .selectFrom('datasets')
    .select('id')
    .where('id', '=', datasetId)
    .where('frozen_at', 'is not', null)
    .executeTakeFirst()) !== undefined;

/**
 * Everything of a version that freezing fixes: its path, those of its subsets, their files and those on their way, an
 * archive of its own. Equal texts, equal files.
 */
export async function fixedParts(trx: Queries, datasetId: string): Promise<string> {
  const dataset = await trx
    .selectFrom('datasets')
    .select('path')
    .where('id', '=', datasetId)
    .executeTakeFirst();
  const subsets = await trx
    .selectFrom('subsets')
    .leftJoin('objects', (join) =>
      join.onRef('objects.subset_id', '=', 'subsets.id').on('objects.superseded_at', 'is', null),
    )
    .select(['subsets.id', 'subsets.path', 'objects.id as object', 'objects.purged_at'])
    .where('subsets.dataset_id', '=', datasetId)
    .where('subsets.trashed_at', 'is', null)
    .orderBy('subsets.id')
    .execute();
  const archive = await ownArchive(trx, datasetId);
  const intakes = (await openIntakes(trx, datasetId)).map(({ id }) => id);
  return JSON.stringify([dataset, subsets, archive, intakes]);
}

const ownArchive = (trx: Queries, datasetId: string) =>
  trx
    .selectFrom('objects')
    .select('id')
    .where('dataset_id', '=', datasetId)
    .where('subset_id', 'is', null)
    .where('kind', '=', 'file')
    .where('superseded_at', 'is', null)
    .executeTakeFirst();

/**
 * What of a version is being hashed. Not what lies in the trash: nobody waits for that, it is taken in all the same, and who
 * restores it has it, or why not.
 */
export const openIntakes = (trx: Queries, datasetId: string) =>
  trx
    .selectFrom('intakes')
    .leftJoin('subsets', 'subsets.id', 'intakes.subset_id')
    .select(['intakes.id', 'intakes.subset_id'])
    .where('intakes.dataset_id', '=', datasetId)
    .where('intakes.ended_at', 'is', null)
    // An archive of the dataset's own has no subset, which the left join leaves null.
    .where('subsets.trashed_at', 'is', null)
    .orderBy('intakes.id')
    .execute();

/** The refusal of a version with two files of one name. */
export const sameName = (name: string) => conflict(`Two files of this version are named "${name}".`, 'path');

/** Adds the job that freezes the version, if it was asked for. */
export async function freezeSoon(trx: Queries, datasetId: string, now: number): Promise<void> {
  const asked = await trx
    .selectFrom('datasets')
    .select(['name', 'version'])
    .where('id', '=', datasetId)
    .where('freeze_asked_at', 'is not', null)
    .where('frozen_at', 'is', null)
    .executeTakeFirst();
  if (!asked) return;
  const subject = `${asked.name} ${asked.version}`;
  await addJobAnew(trx, { kind: FREEZE, key: datasetId, subject, payload: { datasetId }, priority: 4 }, now);
}

/** Whether a file could not be taken in: no version is frozen without it, until it is sent again or deleted. */
export const lacksFile = (subsets: readonly Pick<SubsetRow, 'intake_failure'>[]): boolean =>
  subsets.some((subset) => subset.intake_failure !== null);

/** @throws AppError 409 without a file, with one that could not be taken in, or with two of one name */
export async function assertFreezable(trx: Queries, datasetId: string): Promise<void> {
  const { status, path } = await trx
    .selectFrom('datasets')
    .select(['status', 'path'])
    .where('id', '=', datasetId)
    .executeTakeFirstOrThrow();
  if (status === 'withdrawn') throw conflict('Only a version that is not withdrawn can be frozen.', 'frozen');
  const found = await subsetRows(trx, datasetId).execute();
  const coming = await openIntakes(trx, datasetId);
  const hasArchive =
    (await ownArchive(trx, datasetId)) !== undefined || coming.some(({ subset_id }) => subset_id === null);
  if (found.length === 0 && !hasArchive) throw conflict('There are no files to freeze yet.', 'frozen');
  if (lacksFile(found))
    throw conflict('A file could not be taken in. Send it again or delete it, then freeze.', 'frozen');
  if (!hasArchive) return;
  // Subsets differ in their names (`composition`); an archive of the dataset's own is a file beside them.
  const { parts, coming: named } = await composition(trx, datasetId);
  const name = fileNameOf(path);
  if ([...parts, ...named].some((one) => !one.isFolder && one.name === name)) throw sameName(name);
}
