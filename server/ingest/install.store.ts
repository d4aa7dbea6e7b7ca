import { encodeLayout, makeLayoutInTurns } from '../archive/index.ts';
import type { Db, Queries } from '../database/index.ts';
import { changeFiles } from '../datasets/index.ts';
import type { RunningJob } from '../queue/index.ts';
import type { BlobLedger, LedgerBlob } from '../storage/index.ts';
import type { IngestFilesStore, OpenIngest } from './ingest-files.store.ts';
import { releaseFiles, type Target } from './ingests.store.ts';

interface NewObject extends Target {
  id: string;
  kind: 'file' | 'zip';
  blobKey: string;
  size: number;
  fileCount: number;
  etag: string;
  sha256: string | null;
}

/**
 * Makes objects current for their subsets of one dataset, or for the dataset.
 * @param objects at most a batch of them
 */
export async function installObjects(
  trx: Queries,
  objects: readonly NewObject[],
  now: number,
): Promise<void> {
  if (objects.length === 0) return;
  const subsetIds = objects.flatMap(({ subsetId }) => (subsetId === null ? [] : [subsetId]));
  const datasetId = objects[0]?.datasetId ?? '';
  const current = () =>
    trx
      .updateTable('objects')
      .set({ superseded_at: now })
      .where('dataset_id', '=', datasetId)
      .where('superseded_at', 'is', null);
  if (subsetIds.length > 0) await current().where('subset_id', 'in', subsetIds).execute();
  if (subsetIds.length < objects.length) await current().where('subset_id', 'is', null).execute();
  await trx
    .insertInto('objects')
    .values(
      objects.map(({ id, subsetId, kind, blobKey, size, fileCount, etag, sha256 }) => ({
        id,
        dataset_id: datasetId,
        subset_id: subsetId,
        kind,
        blob_key: blobKey,
        size,
        file_count: fileCount,
        etag,
        sha256,
        created_at: now,
        superseded_at: null,
      })),
    )
    .execute();
}

interface Dependencies {
  db: Db;
  ledger: BlobLedger;
  files: IngestFilesStore;
  now: () => number;
}

/** Converts ingests whose files are all hashed to objects. */
export function finishStore({ db, ledger, files, now }: Dependencies) {
  /** The ingests still valid: not replaced, and their target not purged. The files of the others are released. */
  async function wanted(trx: Queries, intakes: readonly OpenIngest[]): Promise<OpenIngest[]> {
    const rows = await trx
      .selectFrom('intakes')
      .innerJoin('datasets', 'datasets.id', 'intakes.dataset_id')
      .leftJoin('subsets', 'subsets.id', 'intakes.subset_id')
      .select('intakes.id')
      .where(
        'intakes.id',
        'in',
        intakes.map(({ id }) => id),
      )
      .where('intakes.ended_at', 'is', null)
      .where('datasets.purged_at', 'is', null)
      // The dataset's uploaded archive has no subset, which the left join leaves null.
      .where('subsets.purged_at', 'is', null)
      .execute();
    const ids = new Set(rows.map(({ id }) => id));
    for (const { id } of intakes) {
      if (ids.has(id)) continue;
      await releaseFiles(trx, id);
      await trx.deleteFrom('intakes').where('id', '=', id).execute();
    }
    return intakes.filter(({ id }) => ids.has(id));
  }

  const end = (trx: Queries, ids: string[]) =>
    trx.updateTable('intakes').set({ ended_at: now() }).where('id', 'in', ids).execute();

  async function finishWanted(trx: Queries, intakes: readonly OpenIngest[]): Promise<void> {
    const ids = intakes.map(({ id }) => id);
    if (ids.length === 0) return;
    const rows = await trx
      .selectFrom('intake_files')
      .innerJoin('blobs', 'blobs.key', 'intake_files.blob_key')
      .select(['intake_files.intake_id', 'blobs.key', 'blobs.size', 'blobs.sha256'])
      .where('intake_files.intake_id', 'in', ids)
      .execute();
    const blobs = new Map(rows.map((row) => [row.intake_id, row]));
    const objects = intakes.map(({ id, datasetId, subsetId }): NewObject => {
      const { key, size, sha256 } = blobs.get(id) ?? { key: '', size: 0, sha256: '' };
      if (sha256 === '') throw new Error('a file of an ingest is not hashed');
      return {
        id,
        datasetId,
        subsetId,
        kind: 'file',
        blobKey: key,
        size,
        fileCount: 1,
        etag: sha256,
        sha256,
      };
    });
    await installObjects(trx, objects, now());
    await end(trx, ids);
  }

  return {
    /** Installs several single files of one dataset in one transaction, with its renewed archive. */
    finishFiles: (job: RunningJob, datasetId: string, intakes: readonly OpenIngest[]): Promise<void> =>
      changeFiles(
        db,
        ledger,
        datasetId,
        now(),
        async (trx) => {
          await job.holding(trx);
          await finishWanted(trx, await wanted(trx, intakes));
        },
        { namesStay: true },
      ),

    /**
     * Fails ingests of one dataset. Its archive, which omits them, is renewed in the same transaction: nothing else may
     * trigger that.
     * @param failures reasons, for people to read
     */
    failAll: (
      job: RunningJob,
      datasetId: string,
      failures: readonly { intakeId: string; failure: string }[],
    ): Promise<void> =>
      changeFiles(
        db,
        ledger,
        datasetId,
        now(),
        async (trx) => {
          await job.holding(trx);
          for (const { intakeId, failure } of failures) {
            await trx
              .updateTable('intakes')
              .set({ failure: failure.slice(0, 2_000), ended_at: now() })
              .where('id', '=', intakeId)
              .where('ended_at', 'is', null)
              .execute();
          }
        },
        { namesStay: true },
      ),

    /** Converts a folder to a ZIP: computes its layout and stores it as a blob. */
    async finishFolder(job: RunningJob, ingest: OpenIngest): Promise<void> {
      const taken = await files.files(ingest.id);
      if (taken.some(({ sha256 }) => sha256 === '')) throw new Error('a file of an ingest is not hashed');
      const layout = await makeLayoutInTurns(taken);
      job.signal.throwIfAborted();
      const { bytes, etag } = encodeLayout(layout);
      const blob: LedgerBlob = await ledger.write(once(bytes));
      const { id, datasetId, subsetId } = ingest;
      let used = false;
      try {
        await changeFiles(db, ledger, datasetId, now(), async (trx) => {
          used = false;
          await job.holding(trx);
          if ((await wanted(trx, [ingest])).length === 0) return;
          await ledger.keep(trx, blob);
          const { size, count: fileCount } = layout;
          const object: NewObject = {
            id,
            datasetId,
            subsetId,
            kind: 'zip',
            blobKey: blob.key,
            size,
            fileCount,
            etag,
            sha256: null,
          };
          await installObjects(trx, [object], now());
          await end(trx, [id]);
          used = true;
        });
      } catch (error) {
        used = false;
        throw error;
      } finally {
        if (!used) await ledger.discard([blob.key]);
      }
    },
  };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
