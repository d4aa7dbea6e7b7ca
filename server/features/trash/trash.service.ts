import { notFound } from '../../shared/errors.ts';
import type { Trashed, TrashStore } from './trash.store.ts';

interface Dependencies {
  store: TrashStore;
  /** Removes for good; false when it is no longer in the trash. */
  purge: (trashed: Trashed) => Promise<boolean>;
  /** Has a whole's own hash made, now that there may be another. */
  hashSoon: (datasetId: string) => void;
  now: () => number;
}

/** What people and the audit log call it. */
export const titleOf = ({ kind, name, version, path }: Trashed): string =>
  kind === 'dataset' ? `${name} ${version}` : path;

/** Decisions §4: what was deleted comes back as it was, or goes for good. */
export function trashService({ store, purge, hashSoon, now }: Dependencies) {
  async function found(id: string): Promise<Trashed> {
    const trashed = await store.one(id);
    if (!trashed) throw notFound('This part of the trash');
    return trashed;
  }

  return {
    async restore(id: string): Promise<Trashed> {
      const trashed = await found(id);
      const back =
        trashed.kind === 'dataset'
          ? await store.restoreDataset(id)
          : await store.restoreSubset(trashed, now());
      if (!back) throw notFound('This part of the trash');
      hashSoon(trashed.datasetId);
      return trashed;
    },

    async purge(id: string): Promise<Trashed> {
      const trashed = await found(id);
      if (!(await purge(trashed))) throw notFound('This part of the trash');
      return trashed;
    },
  };
}

export type TrashService = ReturnType<typeof trashService>;
