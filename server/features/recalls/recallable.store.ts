import type { RecallableFile } from '../../../contract/recalls.ts';
import { fileAt, filesOf } from '../../archive/index.ts';
import type { Db } from '../../database/index.ts';
import { entryName, type FilesOfVersions, fileNameOf, folderOf, readLayout } from '../../datasets/index.ts';
import type { BlobLedger } from '../../storage/index.ts';

/** Files listed between two yields to the event loop. */
const STEP = 4_096;

/** What a version has or had: what may be recalled of it. */
export function recallableStore(db: Db, ledger: Pick<BlobLedger, 'readStored'>, files: FilesOfVersions) {
  /** What was replaced, or is in the trash, purged or not; ZIPs of the whole have the same files once more. */
  const former = (datasetId: string) =>
    db
      .selectFrom('objects')
      .innerJoin('blobs', 'blobs.key', 'objects.blob_key')
      .innerJoin('datasets', 'datasets.id', 'objects.dataset_id')
      .leftJoin('subsets', 'subsets.id', 'objects.subset_id')
      .select(['objects.kind', 'objects.blob_key', 'blobs.size', 'blobs.sha256'])
      .select(['datasets.path as whole_path', 'subsets.path'])
      .where('objects.dataset_id', '=', datasetId)
      .where((eb) =>
        eb.or([eb('objects.superseded_at', 'is not', null), eb('subsets.trashed_at', 'is not', null)]),
      )
      .where((eb) => eb.or([eb('objects.subset_id', 'is not', null), eb('objects.kind', '=', 'file')]))
      .orderBy('objects.id')
      .execute();

  return {
    /** A version that is not in the trash; undefined for any other. */
    version: (id: string) =>
      db
        .selectFrom('datasets')
        .select(['id', 'name', 'version', 'lineage_id', 'status'])
        .where('id', '=', id)
        .where('trashed_at', 'is', null)
        .executeTakeFirst(),

    /** Versions of the same dataset, newest first. */
    versions: (lineageId: string) =>
      db
        .selectFrom('datasets')
        .select(['id', 'version', 'status'])
        .where('lineage_id', '=', lineageId)
        .where('trashed_at', 'is', null)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute(),

    /** In the order of the names' bytes, the current one of a name before its former ones. */
    async files(datasetId: string): Promise<RecallableFile[]> {
      const found = new Map<string, RecallableFile>();
      const add = (path: string, sha256: string, size: number, state: RecallableFile['state']) => {
        const key = `${sha256} ${path}`;
        // Nobody holds a file of no bytes.
        if (size > 0 && !found.has(key)) found.set(key, { path, sha256, size, state });
      };
      const { list } = await files.of(datasetId);
      for (let i = 0; i < list.count; i++) {
        const { name, sha256, size } = fileAt(list, i);
        add(name, sha256, size, 'current');
        if (i % STEP === STEP - 1) await new Promise(setImmediate);
      }
      for (const row of await former(datasetId)) {
        const name = row.path === null ? fileNameOf(row.whole_path) : entryName(row.whole_path, row.path);
        if (row.kind === 'file') add(name, row.sha256, row.size, 'former');
        else {
          const layout = await readLayout({ read: ledger.readStored }, row.blob_key, row.size);
          for (const file of filesOf(layout, `${folderOf(name)}/`))
            add(file.name, file.sha256, file.size, 'former');
          await new Promise(setImmediate);
        }
      }
      const keyed = [...found.values()].map((file) => ({ file, key: Buffer.from(file.path) }));
      // Stable: what is current stands first.
      return keyed.sort((a, b) => Buffer.compare(a.key, b.key)).map(({ file }) => file);
    },
  };
}

export type RecallableStore = ReturnType<typeof recallableStore>;
