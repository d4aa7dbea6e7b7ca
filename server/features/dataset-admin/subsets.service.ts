import type { AdminSubset, addSubsets, updateSubset } from '../../../contract/dataset-admin.ts';
import type { BodyOf } from '../../../contract/endpoint.ts';
import type { Changed, Note } from '../../auth/index.ts';
import { folderOf, frozen } from '../../datasets/index.ts';
import {
  assertZipPath,
  type Form,
  type NewSubset,
  receiving,
  type SourceReader,
} from '../../ingest/index.ts';
import { conflict, invalid, notFound } from '../../shared/errors.ts';
import type { BlobLedger } from '../../storage/index.ts';
import type { DatasetAdminStore } from './dataset-admin.store.ts';
import type { SubsetsStore } from './subsets.store.ts';

interface Dependencies {
  datasets: Pick<DatasetAdminStore, 'one'>;
  store: SubsetsStore;
  ledger: BlobLedger;
  sources: SourceReader;
  /** Wakes the job queue: there may be files to hash. */
  workSoon: () => void;
  now: () => number;
}

export function subsetsService({ datasets, store, ledger, sources, workSoon, now }: Dependencies) {
  async function live(id: string) {
    const dataset = await datasets.one(id);
    if (!dataset || dataset.trashedAt !== null) throw notFound('This dataset');
    // Before anything is received; the transaction looks again.
    if (dataset.frozenAt !== null) throw frozen();
    return dataset;
  }

  async function existing(id: string) {
    const subset = await store.subset(id);
    if (!subset) throw notFound('This subset');
    return subset;
  }

  async function add(
    datasetId: string,
    subsets: NewSubset[],
    note: Note<AdminSubset[]>,
  ): Promise<AdminSubset[]> {
    const added = await store.addSubsets(datasetId, subsets, now(), note);
    workSoon();
    return added;
  }

  return {
    /** Adds files sent with the call. */
    addFiles: (datasetId: string, form: Form<object>, note: Note<AdminSubset[]>): Promise<AdminSubset[]> =>
      receiving(ledger, async (brought, take) => {
        const dataset = await live(datasetId);
        await form(
          async () => {},
          (part) => take(part, folderOf(dataset.path)),
        );
        if (brought.subsets.length === 0) throw invalid('subsets', 'Choose at least one file.');
        return add(datasetId, brought.subsets, note);
      }),

    /** Adds finished uploads, or files on the server. */
    async addNamed(
      datasetId: string,
      { subsets }: BodyOf<typeof addSubsets>,
      adminId: string,
      note: Note<AdminSubset[]>,
    ): Promise<AdminSubset[]> {
      await live(datasetId);
      const seen = new Set<string>();
      for (const [i, { path }] of subsets.entries()) {
        if (seen.has(path)) throw conflict(`Two subsets have the path "${path}".`, `subsets.${i}.path`);
        seen.add(path);
      }
      return add(datasetId, await sources.ofSubsets(subsets, adminId), note);
    },

    async update(
      id: string,
      { source, ...changes }: BodyOf<typeof updateSubset>,
      adminId: string,
      note: Note<Changed<AdminSubset>>,
    ): Promise<AdminSubset> {
      const subset = await existing(id);
      if (changes.path !== undefined && subset.isFolder && !source) assertZipPath(changes.path, 'path');
      const named = source && (await sources.ofSubset(source, changes.path ?? subset.path, '', adminId));
      const after = await store.updateSubset(subset, { ...changes, source: named }, now(), note);
      workSoon();
      return after;
    },

    /** @param note called with the trashed subset */
    async remove(id: string, note: Note<AdminSubset>): Promise<void> {
      await store.trashSubset(await existing(id), now(), note);
      workSoon();
    },
  };
}

export type SubsetsService = ReturnType<typeof subsetsService>;
