import type { DatasetStatus, Subset } from '../../../contract/catalogue.ts';
import type {
  AdminDataset,
  addDataset,
  updateDataset,
  updateSubset,
} from '../../../contract/dataset-admin.ts';
import { path as pathSchema } from '../../../contract/dataset-admin.ts';
import type { BodyOf } from '../../../contract/endpoint.ts';
import { conflict, invalid, notFound } from '../../errors.ts';
import type { BlobLedger } from '../../holdings/blob-ledger.store.ts';
import { defaultPath, folderOf } from '../../holdings/paths.ts';
import { newId } from '../../ids.ts';
import type { Brought, DatasetAdminStore, DatasetChanges } from './dataset-admin.store.ts';
import { takeDocument, takePicture } from './intake.ts';

/** A file part as it streams in. */
export interface Part {
  field: string;
  fileName: string;
  stream: AsyncIterable<Uint8Array>;
}

/** Reads a form: `begin` gets its fields before the first file, `take` each file. */
export type Form<Fields> = (
  begin: (fields: Fields) => Promise<void>,
  take: (part: Part) => Promise<void>,
) => Promise<void>;

interface Dependencies {
  store: DatasetAdminStore;
  ledger: BlobLedger;
  /** Has the whole's own hash made, once a dataset is out. */
  hashSoon: (datasetId: string) => void;
  now: () => number;
}

const next: Record<DatasetStatus, DatasetStatus[]> = {
  draft: ['draft', 'published'],
  published: ['published', 'withdrawn'],
  withdrawn: ['withdrawn', 'published'],
};

export function datasetAdminService({ store, ledger, hashSoon, now }: Dependencies) {
  async function existing(id: string): Promise<AdminDataset> {
    const dataset = await store.one(id);
    if (!dataset || dataset.trashedAt !== null) throw notFound('This dataset');
    return dataset;
  }

  async function listed({ id, datasetId }: { id: string; datasetId: string }): Promise<Subset> {
    const found = (await store.subsets(datasetId)).find((row) => row.id === id);
    if (!found) throw notFound('This subset');
    return found;
  }

  /** Runs `work` with the blobs that come in; when it fails, none of them stays. */
  async function receiving<T>(
    work: (brought: Brought, take: (part: Part, folder: string) => Promise<void>) => Promise<T>,
  ): Promise<T> {
    const brought: Brought = { subsets: [] };
    const take = async ({ field, fileName, stream }: Part, folder: string): Promise<void> => {
      if (field === 'samples') brought.samples = await takePicture(ledger, stream);
      else if (field === 'desc') brought.desc = await takeDocument(ledger, stream);
      else if (field === 'archive') brought.archive = await ledger.write(stream);
      else {
        const path = pathSchema.safeParse(`${folder}/${fileName}`);
        if (!path.success)
          throw invalid('subsets', `"${fileName}" cannot be a file name: ${path.error.issues[0]?.message}`);
        if (brought.subsets.some((other) => other.path === path.data)) {
          throw conflict(`Two files are named "${fileName}".`, 'subsets');
        }
        brought.subsets.push({ path: path.data, blob: await ledger.write(stream) });
      }
    };
    try {
      return await work(brought, take);
    } catch (error) {
      const blobs = [
        brought.samples?.blob,
        brought.desc?.blob,
        brought.archive,
        ...brought.subsets.map((s) => s.blob),
      ];
      await ledger.discard(blobs.flatMap((blob) => (blob ? [blob.key] : [])));
      throw error;
    }
  }

  return {
    async dataset(id: string) {
      const dataset = await store.one(id);
      if (!dataset) throw notFound('This dataset');
      return { dataset, subsetList: await store.subsets(id) };
    },

    /** A new draft, whole or not at all. */
    add: (form: Form<BodyOf<typeof addDataset>>): Promise<AdminDataset> =>
      receiving(async (brought, take) => {
        let fields: BodyOf<typeof addDataset> | undefined;
        let path = '';
        await form(
          async (given) => {
            fields = given;
            path = given.path ?? defaultPath(given.name, given.version);
            await store.assertFree(given.name, given.version, path);
          },
          (part) => take(part, folderOf(path)),
        );
        if (!fields) throw invalid('name', 'Enter a name.');
        const id = newId();
        await store.add(
          {
            id,
            name: fields.name,
            version: fields.version,
            modality_name: fields.modalityName,
            path,
            detail: fields.detail ?? '',
            status: 'draft',
            license: fields.license ?? '',
            authors: fields.authors ?? '',
            citation: fields.citation ?? '',
            keywords: fields.keywords ?? '',
            sort: 0,
            created_at: now(),
          },
          brought,
          now(),
        );
        return existing(id);
      }),

    update: (id: string, form: Form<BodyOf<typeof updateDataset>>): Promise<AdminDataset> =>
      receiving(async (brought, take) => {
        const dataset = await existing(id);
        let changes: DatasetChanges = {};
        await form(
          async (fields) => {
            changes = changesOf(dataset, fields, now());
          },
          (part) => take(part, folderOf(dataset.path)),
        );
        const { subsets: _, ...files } = brought;
        await store.update(id, changes, files, now());
        const after = await existing(id);
        if (after.status === 'published') hashSoon(id);
        return after;
      }),

    async remove(id: string): Promise<void> {
      if (!(await store.trashDataset(id, now()))) throw notFound('This dataset');
    },

    addSubsets: (id: string, form: Form<Record<string, never>>) =>
      receiving(async (brought, take) => {
        const dataset = await existing(id);
        await form(
          async () => {},
          (part) => take(part, folderOf(dataset.path)),
        );
        if (brought.subsets.length === 0) throw invalid('subsets', 'Choose at least one file.');
        const ids = new Set(await store.addSubsets(id, brought.subsets, now()));
        if (dataset.status === 'published') hashSoon(id);
        return { subsets: (await store.subsets(id)).filter((subset) => ids.has(subset.id)) };
      }),

    async updateSubset(id: string, changes: BodyOf<typeof updateSubset>) {
      const subset = await store.subset(id);
      if (!subset) throw notFound('This subset');
      const before = await listed(subset);
      await store.updateSubset(subset, changes, now());
      return { before, after: await listed(subset) };
    },

    /** Gives the subset as it was. */
    async removeSubset(id: string): Promise<Subset> {
      const subset = await store.subset(id);
      if (!subset) throw notFound('This subset');
      const before = await listed(subset);
      if (!(await store.trashSubset(subset, now()))) throw notFound('This subset');
      return before;
    },
  };
}

/** The wanted fields as columns. @throws AppError 409 for a status that cannot follow */
function changesOf(dataset: AdminDataset, fields: BodyOf<typeof updateDataset>, now: number): DatasetChanges {
  const { modalityName, status, ...same } = fields;
  if (status !== undefined && !next[dataset.status].includes(status)) {
    throw conflict(`A dataset that is ${dataset.status} cannot become ${status}.`, 'status');
  }
  const changes = {
    ...same,
    ...(modalityName === undefined ? {} : { modality_name: modalityName }),
    ...(status === undefined ? {} : { status }),
    ...(status === 'published' && dataset.publishedAt === null ? { published_at: now } : {}),
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
