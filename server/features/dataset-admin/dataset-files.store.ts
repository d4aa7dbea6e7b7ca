import type { Queries } from '../../database/open.ts';
import type { BlobLedger, LedgerBlob } from '../../holdings/blob-ledger.store.ts';
import { contentTypeOf } from '../../holdings/paths.ts';
import { currentWhole, supersede } from '../../holdings/whole.store.ts';
import { newId } from '../../ids.ts';
import type { StaticFile } from './intake.ts';

/** A file that came in, with the label it gets. */
export interface NewFile {
  path: string;
  blob: LedgerBlob;
}

/** Takes files that came in into a dataset, inside the caller's transaction. */
export function datasetFiles(ledger: BlobLedger) {
  async function keepStatic(trx: Queries, file: StaticFile): Promise<string> {
    await ledger.keep(trx, file.blob);
    await trx
      .insertInto('static_files')
      .values({ path: file.path, blob_key: file.blob.key, content_type: file.contentType })
      .execute();
    return file.path;
  }

  async function addFiles(trx: Queries, datasetId: string, files: NewFile[], now: number): Promise<string[]> {
    const ids: string[] = [];
    const last = await trx
      .selectFrom('subsets')
      .select((eb) => eb.fn.max('sort').as('sort'))
      .where('dataset_id', '=', datasetId)
      .executeTakeFirst();
    let sort = Number(last?.sort ?? 0);
    for (const { path, blob } of files) {
      const id = newId();
      ids.push(id);
      sort += 10;
      await ledger.keep(trx, blob);
      await trx.insertInto('paths').values({ path, dataset_id: datasetId, subset_id: id }).execute();
      await trx
        .insertInto('subsets')
        .values({
          id,
          dataset_id: datasetId,
          path,
          description: '',
          content_type: contentTypeOf(path),
          sort,
          created_at: now,
          trashed_at: null,
        })
        .execute();
      await insertFileObject(trx, datasetId, id, blob, now);
    }
    return ids;
  }

  const insertFileObject = (
    trx: Queries,
    datasetId: string,
    subsetId: string | null,
    blob: LedgerBlob,
    now: number,
  ) =>
    trx
      .insertInto('objects')
      .values({
        id: newId(),
        dataset_id: datasetId,
        subset_id: subsetId,
        kind: 'file',
        blob_key: blob.key,
        size: blob.size,
        file_count: 1,
        etag: blob.sha256,
        sha256: blob.sha256,
        created_at: now,
        superseded_at: null,
      })
      .execute();

  async function setArchive(
    trx: Queries,
    datasetId: string,
    archive: LedgerBlob,
    now: number,
  ): Promise<void> {
    await ledger.keep(trx, archive);
    const former = await currentWhole(trx, datasetId);
    if (former) await supersede(trx, former.id, now);
    await insertFileObject(trx, datasetId, null, archive, now);
  }

  return { keepStatic, addFiles, setArchive };
}
