import type { Note } from '../auth/index.ts';
import type { Queries } from '../database/index.ts';
import type { BlobLedger } from '../storage/index.ts';
import type { Change } from './change.store.ts';
import { supersede } from './dataset-archive.store.ts';
import type { Holding } from './file-purge.store.ts';
import { Changed } from './purge.store.ts';
import { blobsOfSmaller, installSmaller, withoutFiles } from './without-files.store.ts';

/**
 * Takes files out of a version that is not frozen: a subset of one file is deleted, a folder gets a revision without
 * them, an archive that holds them is not served any more.
 * @param holdings its current objects that hold them
 * @throws Changed when one of these was replaced meanwhile
 */
export type TakeOut = (datasetId: string, holdings: readonly Holding[], note: Note<void>) => Promise<void>;

export function takingOut(ledger: BlobLedger, change: Change, now: () => number): TakeOut {
  const isThere = async (trx: Queries, id: string): Promise<boolean> =>
    (await trx
      .selectFrom('objects')
      .leftJoin('subsets', 'subsets.id', 'objects.subset_id')
      .select('objects.id')
      .where('objects.id', '=', id)
      .where('objects.superseded_at', 'is', null)
      .where('subsets.trashed_at', 'is', null)
      .executeTakeFirst()) !== undefined;

  async function removeSubset(trx: Queries, id: string): Promise<void> {
    const at = { trashed_at: now(), purged_at: now() };
    await trx.updateTable('subsets').set(at).where('id', '=', id).execute();
    await trx.deleteFrom('paths').where('subset_id', '=', id).execute();
  }

  return async (datasetId, holdings, note) => {
    const gone = new Set(holdings.flatMap(({ blobs }) => blobs));
    const folders = holdings.filter(({ object }) => object.kind === 'zip' && object.subsetId !== null);
    const smaller = await withoutFiles(
      ledger,
      folders.map(({ object }) => object),
      gone,
    );
    let used = false;
    try {
      await change(
        datasetId,
        now(),
        async (trx) => {
          used = false;
          for (const { object } of holdings) {
            if (!(await isThere(trx, object.id))) throw new Changed();
            await supersede(trx, object.id, now());
            if (object.subsetId === null) continue;
            const folder = smaller.get(object.id);
            if (!folder) await removeSubset(trx, object.subsetId);
            else {
              const place = { former: object.id, datasetId, subsetId: object.subsetId };
              await installSmaller(trx, ledger, folder, place, gone, now());
            }
          }
          used = true;
        },
        note,
      );
    } catch (error) {
      used = false;
      throw error;
    } finally {
      if (!used) await ledger.discard(blobsOfSmaller(smaller));
    }
  };
}
