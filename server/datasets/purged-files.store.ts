import type { PurgedFile } from '../../contract/releases.ts';
import type { Queries } from '../database/index.ts';
import { iso } from '../shared/time.ts';

/** The single files purged from a version, in the order of their names' UTF-8 bytes. */
export async function purgedRows(db: Queries, datasetId: string) {
  const rows = await db.selectFrom('purged_files').selectAll().where('dataset_id', '=', datasetId).execute();
  return rows.sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
}
export type PurgedRow = Awaited<ReturnType<typeof purgedRows>>[number];

/** The same as the version's page tells it. */
export const purgedFilesOf = async (db: Queries, datasetId: string): Promise<PurgedFile[]> =>
  (await purgedRows(db, datasetId)).map(({ path, size, sha256, reason, at }) => ({
    path,
    size,
    sha256,
    reason,
    at: iso(at),
  }));
