import { limits } from '../../../contract/limits.ts';
import type { Note } from '../../auth/index.ts';
import type { Db, Queries } from '../../database/index.ts';
import {
  blobsOfSmaller,
  type Change,
  defaultPath,
  fileNameOf,
  folderOf,
  installSmaller,
  lockDataset,
  openIntakes,
  pathKeeping,
  purgedRows,
  type SmallerFolders,
  shownRow,
  withoutFiles,
} from '../../datasets/index.ts';
import { conflict, invalid } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { BlobLedger } from '../../storage/index.ts';

/** Rows per statement. */
const BATCH = 200;

function* batches<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += BATCH) yield all.slice(at, at + BATCH);
}

/** A path of the old version below the new one: entries keep their names in the ZIP (releases.md). */
export function movedPath(path: string, from: string, to: string): string {
  const [before, after] = [`${folderOf(from)}/`, `${folderOf(to)}/`];
  return after + (path.startsWith(before) ? path.slice(before.length) : path);
}

/** @throws AppError 400 */
function assertShort(paths: readonly string[]): void {
  const long = paths.find((path) => Buffer.byteLength(path) > limits.pathBytes);
  if (long !== undefined) throw invalid('version', `The path "${long}" would be too long.`);
}

const isSameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((one) => b.has(one));

export const stillHashed = (field?: string) =>
  conflict('Files are still being hashed. Please try again when that is done.', field);

interface NewVersion {
  version: string;
  note: string;
}

/** Files purged from a version, which a new one made from it does not have. */
interface Left {
  blobs: ReadonlySet<string>;
  /** Its folders without them. */
  folders: SmallerFolders;
}

/** Versions made from one another. */
export function versionsStore(db: Db, ledger: BlobLedger, change: Change) {
  const purgedBlobs = async (queries: Queries, datasetId: string): Promise<Set<string>> =>
    new Set((await purgedRows(queries, datasetId)).map(({ blob_key }) => blob_key));

  async function leftOf(datasetId: string): Promise<Left> {
    const rows = await purgedRows(db, datasetId);
    const blobs = new Set(rows.map(({ blob_key }) => blob_key));
    const subsets = new Set(rows.map(({ subset_id }) => subset_id ?? ''));
    if (blobs.size === 0) return { blobs, folders: new Map() };
    const folders = await db
      .selectFrom('objects')
      .innerJoin('blobs', 'blobs.key', 'objects.blob_key')
      .select(['objects.id', 'objects.blob_key as blobKey', 'blobs.size as blobSize'])
      .where('objects.dataset_id', '=', datasetId)
      .where('objects.kind', '=', 'zip')
      .where('objects.superseded_at', 'is', null)
      .where('objects.purged_at', 'is', null)
      .where('objects.subset_id', 'in', [...subsets])
      .execute();
    return { blobs, folders: await withoutFiles(ledger, folders, blobs) };
  }

  const currentObjects = (trx: Queries, datasetId: string) =>
    trx
      .selectFrom('objects')
      .selectAll()
      .where('dataset_id', '=', datasetId)
      .where('superseded_at', 'is', null)
      .execute();

  /** Whether it has an archive of its own that the new version gets too. */
  async function keepsArchive(trx: Queries, datasetId: string, left: Left): Promise<boolean> {
    const archive = await trx
      .selectFrom('objects')
      .select('blob_key')
      .where('dataset_id', '=', datasetId)
      .where('subset_id', 'is', null)
      .where('kind', '=', 'file')
      .where('superseded_at', 'is', null)
      .where('purged_at', 'is', null)
      .executeTakeFirst();
    return archive !== undefined && !left.blobs.has(archive.blob_key);
  }

  /** Subsets, paths and objects of the old version for the new one, under new ids; the blobs are the same. */
  async function copyFiles(
    trx: Queries,
    from: { id: string; path: string },
    to: { id: string; path: string },
    left: Left,
    now: number,
  ): Promise<void> {
    const subsets = await trx
      .selectFrom('subsets')
      .selectAll()
      .where('dataset_id', '=', from.id)
      .where('trashed_at', 'is', null)
      .orderBy('sort')
      .orderBy('id')
      .execute();
    const all = await currentObjects(trx, from.id);
    const current = all.filter(({ purged_at }) => purged_at === null);
    const kept = all.filter(
      ({ id, kind, blob_key, purged_at }) =>
        purged_at === null && (kind === 'file' ? !left.blobs.has(blob_key) : left.folders.get(id) !== null),
    );
    // Without a file is what was purged, or could not be taken in: nothing would ever come of it.
    const full = new Set(kept.map(({ subset_id }) => subset_id));
    const copied = subsets.filter(({ id }) => full.has(id));
    const ids = new Map(copied.map(({ id }) => [id, newId()]));
    const made = copied.map((subset) => ({
      ...subset,
      id: ids.get(subset.id) ?? '',
      dataset_id: to.id,
      path: movedPath(subset.path, from.path, to.path),
      created_at: now,
    }));
    assertShort(made.map(({ path }) => path));
    for (const batch of batches(made)) {
      await trx
        .insertInto('paths')
        .values(batch.map(({ path, id }) => ({ path, dataset_id: to.id, subset_id: id })))
        .execute();
      await trx.insertInto('subsets').values(batch).execute();
    }
    for (const { id, subset_id } of current) {
      const folder = left.folders.get(id);
      const subsetId = subset_id === null ? undefined : ids.get(subset_id);
      if (!folder || subsetId === undefined) continue;
      const place = { former: id, datasetId: to.id, subsetId };
      await installSmaller(trx, ledger, folder, place, left.blobs, now);
    }
    const isWhole = ({ id, kind, subset_id, blob_key }: (typeof current)[number]): boolean => {
      if (subset_id !== null) return ids.has(subset_id) && !left.folders.has(id);
      // The ZIP of all files is made anew where one of them is left out.
      return kind === 'file' ? !left.blobs.has(blob_key) : left.blobs.size === 0;
    };
    const objects = current.filter(isWhole);
    for (const batch of batches(objects)) {
      await trx
        .insertInto('objects')
        .values(
          batch.map((object) => ({
            ...object,
            id: newId(),
            dataset_id: to.id,
            subset_id: object.subset_id === null ? null : (ids.get(object.subset_id) ?? ''),
            created_at: now,
            intake_id: object.intake_id ?? object.id,
          })),
        )
        .execute();
    }
  }

  return {
    /**
     * Adds a draft of the same lineage with the same files.
     * @param note called in the same transaction
     * @returns its id
     * @throws AppError 409 when the version or a path is taken, or files are being hashed
     */
    async newVersion(
      id: string,
      { version, note: said }: NewVersion,
      now: number,
      note: Note<{ name: string; version: string }>,
    ): Promise<string> {
      const made = newId();
      const left = await leftOf(id);
      await change(
        made,
        now,
        async (trx) => {
          // Until this commits nothing of the old version is purged or replaced.
          await lockDataset(trx, id);
          if ((await openIntakes(trx, id)).length > 0) throw stillHashed('version');
          if (!isSameSet(await purgedBlobs(trx, id), left.blobs))
            throw conflict('The files of this version have just changed. Try again.', 'version');
          const { id: _, ...old } = await shownRow(trx, id);
          const path = (await keepsArchive(trx, id, left))
            ? pathKeeping(fileNameOf(old.path), old.name, version)
            : defaultPath(old.name, version);
          assertShort([path]);
          await trx
            .insertInto('datasets')
            .values({
              ...old,
              ...{ id: made, version, path, note: said, status: 'draft', count: 0, doi: '' },
              ...{ created_at: now, updated_at: now, published_at: null, embargo_until: null },
              ...{ frozen_at: null, release_hash: null, freeze_asked_at: null },
              ...{ withdrawn_at: null, withdrawn_reason: '', trashed_at: null, purged_at: null },
            })
            .execute();
          await trx.insertInto('paths').values({ path, dataset_id: made, subset_id: null }).execute();
          await copyFiles(trx, { id, path: old.path }, { id: made, path }, left, now);
          return { name: old.name, version };
        },
        note,
      ).catch(async (error: unknown) => {
        await ledger.discard(blobsOfSmaller(left.folders));
        throw error;
      });
      return made;
    },
  };
}
