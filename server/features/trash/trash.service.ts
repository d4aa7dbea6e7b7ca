import type { Note } from '../../auth/index.ts';
import type { Queries } from '../../database/index.ts';
import { notFound } from '../../shared/errors.ts';
import type { Trashed, TrashStore } from './trash.store.ts';

interface Dependencies {
  store: TrashStore;
  /** Purges; false when it is no longer in the trash. */
  purge: (trashed: Trashed, note: Note<void>) => Promise<boolean>;
  /** Queues the hash of a dataset's new archive. */
  hashSoon: (datasetId: string) => void;
  now: () => number;
}

/** Title for the audit log. */
export const titleOf = ({ kind, name, version, path }: Trashed): string =>
  kind === 'dataset' ? `${name} ${version}` : path;

/** Decisions §4: restores trashed items unchanged, or purges them. */
export function trashService({ store, purge, hashSoon, now }: Dependencies) {
  async function found(id: string): Promise<Trashed> {
    const trashed = await store.one(id);
    if (!trashed) throw notFound('This part of the trash');
    return trashed;
  }

  return {
    async restore(id: string, note: Note<Trashed>): Promise<void> {
      const trashed = await found(id);
      const noted = (trx: Queries) => note(trx, trashed);
      const back =
        trashed.kind === 'dataset'
          ? await store.restoreDataset(id, noted)
          : await store.restoreSubset(trashed, now(), noted);
      if (!back) throw notFound('This part of the trash');
      hashSoon(trashed.datasetId);
    },

    async purge(id: string, note: Note<Trashed>): Promise<void> {
      const trashed = await found(id);
      const purged = await purge(trashed, (trx) => note(trx, trashed));
      if (!purged) throw notFound('This part of the trash');
    },
  };
}

export type TrashService = ReturnType<typeof trashService>;
