import type { DatasetStatus } from '../../../contract/catalogue.ts';
import type { AdminDataset, addDataset, updateDataset } from '../../../contract/dataset-admin.ts';
import { givenTexts, textsOf } from '../../../contract/dataset-texts.ts';
import type { BodyOf } from '../../../contract/endpoint.ts';
import type { Changed, Note } from '../../auth/index.ts';
import { defaultPath, type Freezing, folderOf, frozen } from '../../datasets/index.ts';
import { type Form, receiving, type SourceReader } from '../../ingest/index.ts';
import type { Descriptions } from '../../markdown/index.ts';
import { conflict, invalid, notFound } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { BlobLedger } from '../../storage/index.ts';
import type { DatasetAdminStore, DatasetChanges, TrashedDataset } from './dataset-admin.store.ts';
import { releaseColumns } from './release-fields.ts';
import type { SubsetsStore } from './subsets.store.ts';

interface Dependencies {
  store: DatasetAdminStore;
  subsets: Pick<SubsetsStore, 'subsets'>;
  ledger: BlobLedger;
  sources: SourceReader;
  descriptions: Pick<Descriptions, 'saved'>;
  freezing: Pick<Freezing, 'freezeAtOnce'>;
  /** Wakes the job queue: there may be files to hash, or a published archive. */
  workSoon: () => void;
  now: () => number;
}

const next: Record<DatasetStatus, DatasetStatus[]> = {
  draft: ['draft', 'published'],
  published: ['published', 'withdrawn'],
  withdrawn: ['withdrawn', 'published'],
};

export function datasetAdminService(given: Dependencies) {
  const { store, subsets, ledger, sources, descriptions, freezing, workSoon, now } = given;
  async function existing(id: string): Promise<AdminDataset> {
    const dataset = await store.one(id);
    if (!dataset || dataset.trashedAt !== null) throw notFound('This dataset');
    return dataset;
  }

  return {
    async dataset(id: string) {
      const dataset = await store.one(id);
      if (!dataset) throw notFound('This dataset');
      return { dataset, subsetList: await subsets.subsets(id) };
    },

    /** Adds a draft with all its files, or nothing. */
    add: (
      form: Form<BodyOf<typeof addDataset>>,
      adminId: string,
      note: Note<AdminDataset>,
    ): Promise<AdminDataset> =>
      receiving(ledger, async (brought, take) => {
        let fields: BodyOf<typeof addDataset> | undefined;
        let path = '';
        await form(
          async (given) => {
            fields = given;
            path = given.path ?? defaultPath(given.name, given.version);
            await store.assertFree(given.name, given.version, path);
            if (given.archive) brought.archive = await sources.ofArchive(given.archive, adminId);
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
            ...textsOf(fields),
            ...releaseColumns(fields),
            status: 'draft',
            sort: 0,
            created_at: now(),
            published_at: null,
          },
          brought,
          now(),
          note,
        );
        workSoon();
        await descriptions.saved(id, fields.detail ?? '');
        return existing(id);
      }),

    update: (
      id: string,
      form: Form<BodyOf<typeof updateDataset>>,
      adminId: string,
      note: Note<Changed<AdminDataset>>,
    ): Promise<AdminDataset> =>
      receiving(ledger, async (brought, take) => {
        const dataset = await existing(id);
        let asked: BodyOf<typeof updateDataset> = {};
        await form(
          async (fields) => {
            asked = fields;
            // Before anything is received; the transaction looks again.
            if (dataset.frozenAt !== null && (fields.archive || movesTo(fields.path, dataset)))
              throw frozen();
            changesOf(dataset, fields, now());
            if (fields.archive) brought.archive = await sources.ofArchive(fields.archive, adminId);
          },
          (part) => {
            if (dataset.frozenAt !== null && part.field === 'archive') throw frozen();
            return take(part, folderOf(dataset.path));
          },
        );
        const { subsets: _, ...files } = brought;
        const { freeze = false, detail } = asked;
        const at = now();
        await store.update(
          id,
          { changesOf: (before) => changesOf(before, asked, at), files, freeze },
          at,
          note,
        );
        workSoon();
        if (freeze) await freezing.freezeAtOnce(id);
        if (detail !== undefined) await descriptions.saved(id, detail);
        return existing(id);
      }),

    async remove(id: string, note: Note<TrashedDataset>): Promise<void> {
      const dataset = await store.one(id);
      if (dataset?.frozenAt) {
        throw conflict(
          // Only what was published can be withdrawn.
          dataset.status === 'draft'
            ? 'This version is frozen: it cannot be deleted. Publish it, then withdraw it, with a reason; or ask an owner to remove its bytes for ever.'
            : 'This version is frozen: it cannot be deleted. Withdraw it instead, with a reason.',
          'frozen',
        );
      }
      if (!(await store.trashDataset(id, now(), note))) throw notFound('This dataset');
    },
  };
}

const movesTo = (path: string | undefined, dataset: AdminDataset): boolean =>
  path !== undefined && path !== dataset.path;

/**
 * Maps the requested fields to columns.
 * @throws AppError 409 for an invalid transition of the status
 */
function changesOf(dataset: AdminDataset, fields: BodyOf<typeof updateDataset>, now: number): DatasetChanges {
  const { name, version, modalityName, path, sort, status } = fields;
  if (dataset.publishedAt !== null && version !== undefined && version !== dataset.version)
    throw conflict('A published version keeps its version number.', 'version');
  if (status !== undefined && !next[dataset.status].includes(status)) {
    throw conflict(`A dataset that is ${dataset.status} cannot become ${status}.`, 'status');
  }
  const withdraws = status === 'withdrawn' && dataset.status !== 'withdrawn';
  // A tombstone keeps its reason where none is given.
  const reason = status === 'withdrawn' ? (fields.reason ?? (withdraws ? '' : undefined)) : undefined;
  if (reason === '' && dataset.frozenAt !== null)
    throw invalid('reason', 'Say why this version is withdrawn: its page shows it.');
  const changes = {
    ...givenTexts(fields),
    ...releaseColumns(fields),
    name,
    version,
    modality_name: modalityName,
    path,
    sort,
    status,
    ...(status === 'published' && dataset.publishedAt === null ? { published_at: now } : {}),
    withdrawn_reason: reason,
    // It is withdrawn without a reason as long as it is not frozen: the wish to freeze it ends with it.
    ...(withdraws ? { withdrawn_at: now, freeze_asked_at: null } : {}),
    ...(status === 'published' ? { withdrawn_at: null, withdrawn_reason: '' } : {}),
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
