import type { Queries } from '../database/index.ts';
import { conflict } from '../shared/errors.ts';

/**
 * Whether a version has lost all bytes of its current files, and stays: not those of a deleted subset, or of a single
 * file that was purged, and not with itself, purged from the trash.
 */
export const isPurged = async (db: Queries, datasetId: string): Promise<boolean> =>
  (await db
    .selectFrom('objects')
    .innerJoin('datasets', 'datasets.id', 'objects.dataset_id')
    .leftJoin('subsets', 'subsets.id', 'objects.subset_id')
    .select('objects.id')
    .where('objects.dataset_id', '=', datasetId)
    .where('objects.superseded_at', 'is', null)
    .where('objects.purged_at', 'is not', null)
    .where('subsets.trashed_at', 'is', null)
    .where('datasets.purged_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** The refusal of every change of a purged version's files: what is left of it says what it once had. */
export const filesPurged = () =>
  conflict('The files of this version were purged. Make a new version to add others.');
