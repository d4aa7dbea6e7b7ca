import { limits } from '../../../contract/limits.ts';
import type { Note } from '../../auth/index.ts';
import type { Queries } from '../../database/index.ts';
import { type Change, defaultPath, folderOf, lockDataset, shownRow } from '../../datasets/index.ts';
import { conflict, invalid } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';

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

interface NewVersion {
  version: string;
  note: string;
}

/** Versions made from one another. */
export function versionsStore(change: Change) {
  /** @throws AppError 409 while something is being hashed or laid out */
  async function assertQuiet(trx: Queries, datasetId: string): Promise<void> {
    const open = await trx
      .selectFrom('intakes')
      .select('id')
      .where('dataset_id', '=', datasetId)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    if (open) throw conflict('Files are still being hashed. Please try again when that is done.', 'version');
  }

  const currentObjects = (trx: Queries, datasetId: string) =>
    trx
      .selectFrom('objects')
      .selectAll()
      .where('dataset_id', '=', datasetId)
      .where('superseded_at', 'is', null)
      .where('purged_at', 'is', null)
      .execute();

  /** Subsets, paths and objects of the old version for the new one, under new ids; the blobs are the same. */
  async function copyFiles(
    trx: Queries,
    from: { id: string; path: string },
    to: { id: string; path: string },
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
    const ids = new Map(subsets.map(({ id }) => [id, newId()]));
    const made = subsets.map((subset) => ({
      ...subset,
      id: ids.get(subset.id) ?? '',
      dataset_id: to.id,
      path: movedPath(subset.path, from.path, to.path),
      created_at: now,
    }));
    const long = made.find(({ path }) => Buffer.byteLength(path) > limits.pathBytes);
    if (long) throw invalid('version', `The path "${long.path}" would be too long.`);
    for (const batch of batches(made)) {
      await trx
        .insertInto('paths')
        .values(batch.map(({ path, id }) => ({ path, dataset_id: to.id, subset_id: id })))
        .execute();
      await trx.insertInto('subsets').values(batch).execute();
    }
    const objects = (await currentObjects(trx, from.id)).filter(
      ({ subset_id }) => subset_id === null || ids.has(subset_id),
    );
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
      await change(
        made,
        now,
        async (trx) => {
          // Until this commits nothing of the old version is purged or replaced.
          await lockDataset(trx, id);
          await assertQuiet(trx, id);
          const { id: _, ...old } = await shownRow(trx, id);
          const path = defaultPath(old.name, version);
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
          await copyFiles(trx, { id, path: old.path }, { id: made, path }, now);
          return { name: old.name, version };
        },
        note,
      );
      return made;
    },
  };
}
