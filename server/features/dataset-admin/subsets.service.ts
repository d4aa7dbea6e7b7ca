import type { AdminSubset, addSubsets, updateSubset } from '../../../contract/dataset-admin.ts';
import type { BodyOf } from '../../../contract/endpoint.ts';
import { folderOf } from '../../datasets/index.ts';
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
  /** Looks for jobs: there may be files to hash. */
  workSoon: () => void;
  now: () => number;
}

export function subsetsService({ datasets, store, ledger, sources, workSoon, now }: Dependencies) {
  async function live(id: string) {
    const dataset = await datasets.one(id);
    if (!dataset || dataset.trashedAt !== null) throw notFound('This dataset');
    return dataset;
  }

  async function listed(subset: { id: string; datasetId: string }): Promise<AdminSubset> {
    const found = await store.listed(subset);
    if (!found) throw notFound('This subset');
    return found;
  }

  async function add(datasetId: string, subsets: NewSubset[]): Promise<AdminSubset[]> {
    const ids = new Set(await store.addSubsets(datasetId, subsets, now()));
    workSoon();
    return (await store.subsets(datasetId)).filter((subset) => ids.has(subset.id));
  }

  return {
    /** Files that come in with the call. */
    addFiles: (datasetId: string, form: Form<object>): Promise<AdminSubset[]> =>
      receiving(ledger, async (brought, take) => {
        const dataset = await live(datasetId);
        await form(
          async () => {},
          (part) => take(part, folderOf(dataset.path)),
        );
        if (brought.subsets.length === 0) throw invalid('subsets', 'Choose at least one file.');
        return add(datasetId, brought.subsets);
      }),

    /** Files that are uploaded already, or lie on the server. */
    async addNamed(
      datasetId: string,
      { subsets }: BodyOf<typeof addSubsets>,
      adminId: string,
    ): Promise<AdminSubset[]> {
      await live(datasetId);
      const seen = new Set<string>();
      for (const [i, { path }] of subsets.entries()) {
        if (seen.has(path)) throw conflict(`Two subsets have the path "${path}".`, `subsets.${i}.path`);
        seen.add(path);
      }
      return add(datasetId, await sources.ofSubsets(subsets, adminId));
    },

    async update(id: string, { source, ...changes }: BodyOf<typeof updateSubset>, adminId: string) {
      const subset = await store.subset(id);
      if (!subset) throw notFound('This subset');
      const before = await listed(subset);
      if (changes.path !== undefined && subset.isFolder && !source) assertZipPath(changes.path, 'path');
      const named = source && (await sources.ofSubset(source, changes.path ?? subset.path, '', adminId));
      await store.updateSubset(subset, changes, named, now());
      workSoon();
      return { before, after: await listed(subset) };
    },

    /** Gives the subset as it was. */
    async remove(id: string): Promise<AdminSubset> {
      const subset = await store.subset(id);
      if (!subset) throw notFound('This subset');
      const before = await listed(subset);
      if (!(await store.trashSubset(subset, now()))) throw notFound('This subset');
      workSoon();
      return before;
    },
  };
}

export type SubsetsService = ReturnType<typeof subsetsService>;
