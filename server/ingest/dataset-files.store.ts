import type { Source } from '../../contract/sources.ts';
import type { Queries } from '../database/index.ts';
import { contentTypeOf, fileNameOf } from '../datasets/index.ts';
import { newId } from '../shared/ids.ts';
import type { BlobLedger, LedgerBlob } from '../storage/index.ts';
import { batches, dropIngests } from './ingests.store.ts';
import { installObjects } from './install.store.ts';
import type { LookedAt } from './look-at.ts';
import type { StaticFile } from './pictures-and-documents.ts';
import { type RequestedSource, takeSources } from './take-sources.store.ts';

/** A file referenced by a source, rather than sent with the call. */
export interface Named {
  source: Source;
  /** Who references it; null for the command line. */
  adminId: string | null;
  /** Of an import: the file or folder found. */
  found?: LookedAt | undefined;
  /** Path of the field in the request, for errors. */
  field: string;
}

/** A subset to add, with its label and its file: sent with the call, or referenced. */
export interface NewSubset {
  path: string;
  desc: string;
  file: { blob: LedgerBlob } | Named;
}

/** Adds files to a dataset, within the caller's transaction. */
export function datasetFiles(ledger: BlobLedger, owner: string) {
  async function keepStatic(trx: Queries, file: StaticFile): Promise<string> {
    await ledger.keep(trx, file.blob);
    await trx
      .insertInto('static_files')
      .values({ path: file.path, blob_key: file.blob.key, content_type: file.contentType })
      .execute();
    for (const variant of file.variants ?? []) await keepStatic(trx, variant);
    return file.path;
  }

  async function subjectOf(trx: Queries, datasetId: string, count: number): Promise<string> {
    const { name, version } = await trx
      .selectFrom('datasets')
      .select(['name', 'version'])
      .where('id', '=', datasetId)
      .executeTakeFirstOrThrow();
    return `${name} ${version}: ${count} ${count === 1 ? 'source' : 'sources'}`;
  }

  /** Hashed files become current at once; the others wait for the ingest job. */
  async function take(
    trx: Queries,
    datasetId: string,
    wanted: RequestedSource[],
    now: number,
  ): Promise<void> {
    if (wanted.length === 0) return;
    const subject = await subjectOf(trx, datasetId, wanted.length);
    for (const { subsetId, blob } of await takeSources({ trx, owner, subject, now }, wanted))
      await installFile(trx, datasetId, subsetId, blob, now);
  }

  const installFile = (
    trx: Queries,
    datasetId: string,
    subsetId: string | null,
    { key, size, sha256 }: Pick<LedgerBlob, 'key' | 'size' | 'sha256'>,
    now: number,
  ) =>
    installObjects(
      trx,
      [
        {
          id: newId(),
          datasetId,
          subsetId,
          kind: 'file',
          blobKey: key,
          size,
          fileCount: 1,
          etag: sha256,
          sha256,
        },
      ],
      now,
    );

  async function addSubsets(
    trx: Queries,
    datasetId: string,
    subsets: readonly NewSubset[],
    now: number,
  ): Promise<string[]> {
    const last = await trx
      .selectFrom('subsets')
      .select((eb) => eb.fn.max('sort').as('sort'))
      .where('dataset_id', '=', datasetId)
      .executeTakeFirst();
    const base = Number(last?.sort ?? 0);
    const made = subsets.map((subset, i) => ({ ...subset, id: newId(), sort: base + 10 * (i + 1) }));
    for (const batch of batches(made)) {
      await trx
        .insertInto('paths')
        .values(batch.map(({ path, id }) => ({ path, dataset_id: datasetId, subset_id: id })))
        .execute();
      await trx
        .insertInto('subsets')
        .values(
          batch.map(({ id, path, desc, sort }) => ({
            id,
            dataset_id: datasetId,
            path,
            description: desc,
            content_type: contentTypeOf(path),
            sort,
            created_at: now,
            trashed_at: null,
          })),
        )
        .execute();
    }
    const wanted: RequestedSource[] = [];
    for (const { id, path, file } of made) {
      if ('blob' in file) {
        await ledger.keep(trx, file.blob);
        await installFile(trx, datasetId, id, file.blob, now);
      } else wanted.push({ ...file, datasetId, subsetId: id, name: fileNameOf(path) });
    }
    await take(trx, datasetId, wanted, now);
    return made.map(({ id }) => id);
  }

  /** Drops a pending or failed ingest of the same target. */
  async function replace(
    trx: Queries,
    target: { datasetId: string; subsetId: string | null },
    name: string,
    file: { blob: LedgerBlob } | Named,
    now: number,
  ): Promise<void> {
    await dropIngests(trx, target);
    const { datasetId, subsetId } = target;
    if ('blob' in file) {
      await ledger.keep(trx, file.blob);
      await installFile(trx, datasetId, subsetId, file.blob, now);
    } else await take(trx, datasetId, [{ ...file, ...target, name }], now);
  }

  return { keepStatic, addSubsets, replace };
}
