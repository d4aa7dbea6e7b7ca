import { encodeLayout, type Layout, makeLayout } from '../archive/index.ts';
import type { Note } from '../auth/index.ts';
import type { Db, Queries } from '../database/index.ts';
import { addJobAnew, isOpenAnew } from '../queue/index.ts';
import type { AppError } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import type { BlobLedger, LedgerBlob } from '../storage/index.ts';
import { archiveFiles, type Composition, composition } from './composition.store.ts';
import { fixedParts, freezeSoon, frozen, isFrozen } from './freezing.store.ts';
import { filesPurged, isPurged } from './purged-version.store.ts';

/**
 * Above this number of files the layout is computed by a job: the calls return at once, and the former archive is
 * served meanwhile.
 */
const AT_ONCE = 1_000;

/** The dataset's current archive, if any. */
export const currentWhole = (db: Queries, datasetId: string) =>
  db
    .selectFrom('objects')
    .selectAll()
    .where('dataset_id', '=', datasetId)
    .where('subset_id', 'is', null)
    .where('superseded_at', 'is', null)
    .executeTakeFirst();
export type Whole = NonNullable<Awaited<ReturnType<typeof currentWhole>>>;

/** Ends an object's time as the current one; its running downloads continue. */
export const supersede = (trx: Queries, objectId: string, now: number) =>
  trx.updateTable('objects').set({ superseded_at: now }).where('id', '=', objectId).execute();

/** The row lock on the dataset: of two concurrent changes, the second sees the first one's files. */
export const lockDataset = (trx: Queries, datasetId: string) =>
  trx
    .updateTable('datasets')
    .set((eb) => ({ sort: eb.ref('sort') }))
    .where('id', '=', datasetId)
    .execute();

/** The row lock for a visible change, whose time is stored for feeds and HTTP caches. */
const lockToChange = (trx: Queries, datasetId: string, now: number) =>
  trx.updateTable('datasets').set({ updated_at: now }).where('id', '=', datasetId).execute();

/** Installs a layout, whose blob is written, as the dataset's archive. */
export async function installWhole(
  trx: Queries,
  ledger: BlobLedger,
  given: { datasetId: string; former: Whole | undefined; layout: Layout; etag: string; blob: LedgerBlob },
  now: number,
): Promise<void> {
  const { datasetId, former, layout, etag, blob } = given;
  if (former) await supersede(trx, former.id, now);
  await ledger.keep(trx, blob);
  await trx
    .insertInto('objects')
    .values({
      id: newId(),
      dataset_id: datasetId,
      subset_id: null,
      kind: 'zip',
      blob_key: blob.key,
      size: layout.size,
      file_count: layout.count,
      etag,
      sha256: null,
      created_at: now,
      superseded_at: null,
    })
    .execute();
}

/** Whether an uploaded archive of the dataset is being ingested. */
const awaitsArchive = async (db: Queries, datasetId: string): Promise<boolean> =>
  (await db
    .selectFrom('intakes')
    .select('id')
    .where('dataset_id', '=', datasetId)
    .where('subset_id', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst()) !== undefined;

/**
 * The archive to lay out: none for a dataset with an uploaded archive, none while a subset has no file yet, and none of
 * purged files. The former archive is served until then; without one the download responds 503. A subset whose ingest
 * failed is left out.
 */
export async function wholeToMake(
  db: Queries,
  datasetId: string,
): Promise<{ former: Whole | undefined; next: Composition | 'none' | undefined }> {
  const former = await currentWhole(db, datasetId);
  const next = await composition(db, datasetId);
  if (former?.kind === 'file' || next.waiting > 0 || next.isPurged) return { former, next: undefined };
  if (!former && (await awaitsArchive(db, datasetId))) return { former, next: undefined };
  return { former, next: next.parts.length === 0 ? 'none' : next };
}

/** Kind of the job that lays out a dataset's archive. */
export const DATASET_ARCHIVE = 'whole';

/** Whether a layout is being computed. */
export const isBeingLaidOut = (db: Queries, datasetId: string): Promise<boolean> =>
  isOpenAnew(db, { kind: DATASET_ARCHIVE, key: datasetId });

async function addWholeJob(trx: Queries, datasetId: string, now: number): Promise<void> {
  const dataset = await trx
    .selectFrom('datasets')
    .select(['name', 'version'])
    .where('id', '=', datasetId)
    .executeTakeFirstOrThrow();
  const subject = `${dataset.name} ${dataset.version}`;
  const payload = { datasetId };
  await addJobAnew(trx, { kind: DATASET_ARCHIVE, key: datasetId, subject, payload, priority: 5 }, now);
}

/**
 * Replaces the dataset's archive by the ZIP of its subsets, when files or names have changed: at once, or, with many
 * files or an object store, by a job added in the same transaction. The caller holds the dataset's row lock.
 * @param layoutKey a reserved blob key; used only when the result is true
 * @returns whether the reserved key was used
 * @throws AppError 409 when the subsets would not unpack side by side
 */
export async function renewWhole(
  trx: Queries,
  ledger: BlobLedger,
  datasetId: string,
  layoutKey: string,
  now: number,
): Promise<boolean> {
  const { former, next } = await wholeToMake(trx, datasetId);
  if (next === undefined) return false;
  if (next === 'none') {
    if (former) await supersede(trx, former.id, now);
    return false;
  }
  // An object store may not respond for minutes: no transaction waits for it.
  if (next.fileCount > AT_ONCE || !ledger.isLocal) {
    await addWholeJob(trx, datasetId, now);
    return false;
  }
  const layout = makeLayout(await archiveFiles(ledger, next));
  const { bytes, etag } = encodeLayout(layout);
  if (former?.etag === etag) return false;
  const blob = await ledger.writeReserved(layoutKey, bytes);
  await installWhole(trx, ledger, { datasetId, former, layout, etag, blob }, now);
  return true;
}

/** Whether a subset has no file yet, and may still get one. */
const isIncomplete = async (db: Queries, datasetId: string): Promise<boolean> =>
  (await db
    .selectFrom('subsets')
    .leftJoin('objects', (join) =>
      join.onRef('objects.subset_id', '=', 'subsets.id').on('objects.superseded_at', 'is', null),
    )
    .select('subsets.id')
    .where('subsets.dataset_id', '=', datasetId)
    .where('subsets.trashed_at', 'is', null)
    .where('objects.id', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('intakes')
            .select('intakes.id')
            .whereRef('intakes.subset_id', '=', 'subsets.id')
            .where('intakes.failure', 'is not', null),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Why the files of a version are not to be changed any more. */
async function refusalOf(trx: Queries, datasetId: string): Promise<AppError | undefined> {
  if (await isFrozen(trx, datasetId)) return frozen();
  return (await isPurged(trx, datasetId)) ? filesPurged() : undefined;
}

/**
 * Changes a dataset, its files or their names, in one transaction with the new layout, whose blob is reserved before.
 * @param work runs under the dataset's row lock
 * @param note called with the result of `work`, when the new archive is known
 * @throws AppError 409 when `work` changed files of a frozen or a purged version
 * @param namesStay the subsets and their paths are unchanged: skips comparing each hashed one with all others
 */
export async function changeFiles<T>(
  db: Db,
  ledger: BlobLedger,
  datasetId: string,
  now: number,
  work: (trx: Queries) => Promise<T>,
  { namesStay = false, note }: { namesStay?: boolean; note?: Note<T> | undefined } = {},
): Promise<T> {
  const layoutKey = await ledger.reserve();
  let used = false;
  try {
    return await db.transaction().execute(async (trx) => {
      await lockToChange(trx, datasetId, now);
      const refusal = await refusalOf(trx, datasetId);
      const fixed = refusal && (await fixedParts(trx, datasetId));
      const result = await work(trx);
      // Whatever call it is: nothing changes the files of such a version.
      if (refusal && fixed !== (await fixedParts(trx, datasetId))) throw refusal;
      if (fixed === undefined && (!namesStay || !(await isIncomplete(trx, datasetId))))
        used = await renewWhole(trx, ledger, datasetId, layoutKey, now);
      await freezeSoon(trx, datasetId, now);
      await note?.(trx, result);
      return result;
    });
  } catch (error) {
    used = false;
    throw error;
  } finally {
    if (!used) await ledger.discard([layoutKey]);
  }
}
