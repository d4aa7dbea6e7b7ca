import type { Db } from '../database/index.ts';

export interface Standing {
  /** Unfinished ingests. */
  open: number;
  /** Bytes. */
  hashed: number;
  failures: { path: string; failure: string }[];
}

/** Ingest progress of a dataset's files, by whichever process. */
export async function standing(db: Db, datasetId: string): Promise<Standing> {
  const rows = await db
    .selectFrom('intakes')
    .leftJoin('subsets', 'subsets.id', 'intakes.subset_id')
    .select(['intakes.ended_at', 'intakes.hashed', 'intakes.size', 'intakes.failure', 'subsets.path'])
    .where('intakes.dataset_id', '=', datasetId)
    .execute();
  let hashed = 0;
  const failures: Standing['failures'] = [];
  for (const row of rows) {
    hashed += row.ended_at === null ? row.hashed : row.size;
    if (row.failure !== null) failures.push({ path: row.path ?? '', failure: row.failure });
  }
  return { open: rows.filter((row) => row.ended_at === null).length, hashed, failures };
}
