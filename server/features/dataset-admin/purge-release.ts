import type { listSharing } from '../../../contract/dataset-versions.ts';
import type { DataOf } from '../../../contract/endpoint.ts';
import type { Note } from '../../auth/index.ts';
import type { Db, Queries } from '../../database/index.ts';
import { type Purges, type SharingOf, shownRow } from '../../datasets/index.ts';
import { conflict, invalid, notFound } from '../../shared/errors.ts';
import { stillHashed } from './versions.store.ts';

interface Dependencies {
  db: Db;
  sharingOf: SharingOf;
  purges: Pick<Purges, 'now'>;
  now: () => number;
}

/** @throws AppError 409 while something of the version is being hashed, be it in the trash: it would come to none */
async function assertQuiet(db: Queries, datasetId: string): Promise<void> {
  const open = await db
    .selectFrom('intakes')
    .select('id')
    .where('dataset_id', '=', datasetId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (open) throw stillHashed();
}

/** Removing the bytes of a frozen version, which the owners alone may do (releases.md, "Freezing"). */
export function releasePurge({ db, sharingOf, purges, now }: Dependencies) {
  /** The wish to freeze it ends with it. */
  const withdraw = (trx: Queries, id: string, reason: string) =>
    trx
      .updateTable('datasets')
      .set({
        status: 'withdrawn',
        withdrawn_reason: reason,
        withdrawn_at: now(),
        freeze_asked_at: null,
        updated_at: now(),
      })
      .where('id', '=', id)
      .execute();

  /** Whether nothing is to stay of it: nobody was promised a draft, or what is in the trash. */
  async function isDropped(id: string): Promise<boolean> {
    const { status, trashed_at } = await shownRow(db, id);
    return status === 'draft' || trashed_at !== null;
  }

  /** Its paths are free again, as those of everything in the trash. */
  async function trash(trx: Queries, id: string): Promise<void> {
    await trx
      .updateTable('datasets')
      .set({ trashed_at: now() })
      .where('id', '=', id)
      .where('trashed_at', 'is', null)
      .execute();
    await trx.deleteFrom('paths').where('dataset_id', '=', id).execute();
  }

  const sharing = async (id: string): Promise<DataOf<typeof listSharing>> =>
    (await sharingOf(id)).map(({ version: { id: other, version, status, frozen_at }, files }) => ({
      id: other,
      version,
      status,
      frozen: frozen_at !== null,
      files,
    }));

  return {
    /** The other versions that hold some of the same bytes, be it in a replaced or trashed file. */
    sharing,

    /**
     * Purges the version and the other ones named; each is withdrawn with the reason, a draft deleted.
     * @param note called for each in its purge's transaction
     * @throws AppError 409 when it is not frozen, or when files of one that stays are being hashed; 400 when one of the
     * others does not hold its bytes
     */
    async purge(
      id: string,
      { reason, also }: { reason: string; also: readonly string[] },
      note: Note<{ name: string; version: string }>,
    ): Promise<void> {
      const row = await shownRow(db, id);
      if (row.frozen_at === null)
        throw conflict('This version is not frozen: delete it, then purge it from the trash.', 'frozen');
      const others = new Set((await sharing(id)).map((other) => other.id));
      const unknown = also.findIndex((other) => !others.has(other));
      if (unknown >= 0) throw invalid(`also.${unknown}`, 'This version does not hold the same bytes.');
      const all = new Set([id, ...also]);
      // Before the first of them goes. Files that come to a purged version could neither be installed nor purged.
      for (const each of all) if (!(await isDropped(each))) await assertQuiet(db, each);
      for (const each of all) {
        const { name, version } = await shownRow(db, each);
        const goes = await isDropped(each);
        if (goes) await db.transaction().execute((trx) => trash(trx, each));
        const done = await purges.now(
          { kind: goes ? 'dataset' : 'release', datasetId: each },
          async (trx) => {
            if (!goes) {
              await assertQuiet(trx, each);
              await withdraw(trx, each, reason);
            }
            await note(trx, { name, version });
          },
        );
        if (!done) throw notFound('This dataset');
      }
    },
  };
}
