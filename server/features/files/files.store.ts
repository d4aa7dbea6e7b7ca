import type { DatasetStatus } from '../../../contract/catalogue.ts';
import type { Db } from '../../database/index.ts';
import { datasetRows } from '../../datasets/index.ts';

/** A version, as far as its list of files depends on it. */
export interface ListedVersion {
  id: string;
  status: DatasetStatus;
  filesVisible: 'public' | 'approved';
  embargoUntil: string | null;
  lineageId: string;
  termsId: string | null;
  asksRequest: boolean;
  releaseHash: string | null;
  /** What the dataset's page says of the whole. */
  totals: { files: number; size: number };
}

export function filesStore(db: Db) {
  return {
    /** Undefined for a trashed one, too. */
    async version(id: string): Promise<ListedVersion | undefined> {
      const row = await datasetRows(db)
        .where('datasets.id', '=', id)
        .where('datasets.trashed_at', 'is', null)
        .executeTakeFirst();
      return (
        row && {
          id: row.id,
          status: row.status,
          filesVisible: row.files_visible,
          embargoUntil: row.embargo_until,
          lineageId: row.lineage_id,
          termsId: row.terms_id,
          asksRequest: row.asks_request === 1,
          releaseHash: row.release_hash,
          totals: { files: row.file_count ?? 0, size: row.size ?? 0 },
        }
      );
    },
  };
}

export type FilesStore = ReturnType<typeof filesStore>;
