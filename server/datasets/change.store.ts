import type { Note } from '../auth/index.ts';
import { type Db, isDuplicate, type Queries } from '../database/index.ts';
import { conflict } from '../shared/errors.ts';
import type { BlobLedger } from '../storage/index.ts';
import { changeFiles } from './dataset-archive.store.ts';

/** Translates a violated unique constraint into its message: name or path. */
function explain(error: unknown): unknown {
  if (!isDuplicate(error) || !(error instanceof Error)) return error;
  const detail = `${error.message} ${'constraint' in error ? String(error.constraint) : ''}`;
  return /name/.test(detail)
    ? conflict('A dataset of this name and version is already there. Choose another version.', 'version')
    : conflict('This path is already in use. Choose another name or path.', 'path');
}

/** See `changeFiles`. */
export type Change = <T>(
  datasetId: string,
  now: number,
  work: (trx: Queries) => Promise<T>,
  note?: Note<T>,
) => Promise<T>;

/** @throws AppError 409 when a name or path is taken */
export const changer =
  (db: Db, ledger: BlobLedger): Change =>
  (datasetId, now, work, note) =>
    changeFiles(db, ledger, datasetId, now, work, { note }).catch((error: unknown) => {
      throw explain(error);
    });
