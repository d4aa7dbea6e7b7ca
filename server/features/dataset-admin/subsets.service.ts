import { Readable } from 'node:stream';
import type { AdminDataset, AdminSubset, addSubsets, updateSubset } from '../../../contract/dataset-admin.ts';
import type { BodyOf } from '../../../contract/endpoint.ts';
import type { Release } from '../../../contract/releases.ts';
import { indexOfFile } from '../../archive/index.ts';
import type { Changed, Note } from '../../auth/index.ts';
import {
  entryName,
  type FilesOfVersions,
  folderOf,
  frozen,
  type VersionFiles,
} from '../../datasets/index.ts';
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

/** What the crate tells of a version, with the files that it has. */
export type MakeCrate = (version: {
  dataset: AdminDataset;
  subsetList: readonly AdminSubset[];
  release: Pick<Release, 'identifiers' | 'versions'> | undefined;
  list: VersionFiles['list'];
}) => Promise<string>;

const CRATE = 'ro-crate-metadata.json';

interface Dependencies {
  datasets: Pick<DatasetAdminStore, 'one'>;
  store: SubsetsStore;
  files: FilesOfVersions;
  crateOf: MakeCrate;
  ledger: BlobLedger;
  sources: SourceReader;
  /** Wakes the job queue: there may be files to hash. */
  workSoon: () => void;
  now: () => number;
}

export function subsetsService(given: Dependencies) {
  const { datasets, store, files, crateOf, ledger, sources, workSoon, now } = given;
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

    /** Adds what describes the dataset, as a file of it. */
    addCrate: (datasetId: string, note: Note<AdminSubset>): Promise<AdminSubset> =>
      receiving(ledger, async (brought, take) => {
        const dataset = await live(datasetId);
        const { list, coming } = await files.of(datasetId);
        if (coming.length > 0)
          throw conflict('Files are still being hashed. Please try again when that is done.', 'subsets');
        const subsetList = await store.subsets(datasetId);
        const isTaken = subsetList.some(({ path }) => entryName(dataset.path, path) === CRATE);
        if (isTaken || indexOfFile(list, CRATE) >= 0)
          throw conflict(`There is a file named "${CRATE}" already. Delete it to write it anew.`, 'path');
        const release = await store.release(datasetId);
        const text = await crateOf({ dataset, subsetList, release, list });
        const stream = Readable.from([Buffer.from(text)]);
        await take({ field: 'subsets', fileName: CRATE, stream }, folderOf(dataset.path));
        const [added] = await add(datasetId, brought.subsets, async (trx, subsets) => {
          for (const subset of subsets) await note(trx, subset);
        });
        if (!added) throw new Error('one file was to be added');
        return added;
      }),

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
