import type { Dataset, Subset } from '../../../contract/catalogue.ts';
import { columnsArePublic } from '../../access/index.ts';
import { type ArchiveFile, type FileList, fileAt, nameAt } from '../../archive/index.ts';
import { entryName, type FilesOfVersions, type VersionFiles } from '../../datasets/index.ts';
import type { BlobLedger } from '../../storage/index.ts';
import { taskFile, type WorkerPool } from '../../workers/index.ts';
import { BEGINNING, type Column } from './columns.ts';

/** Files of a version that are looked at, the first in their order, and columns told of: mlcroissant reads 2,000 in 5 s. */
const MOST_FILES = 100;
const MOST_COLUMNS = 2_000;
/** Files read at a time: what else the threads have to do waits for no more than these. */
const AT_ONCE = 4;

/** A CSV or TSV file with a header. */
export interface Table {
  /** Its name in the dataset's ZIP. */
  path: string;
  contentType: 'text/csv' | 'text/tab-separated-values';
  /** Bytes. */
  size: number;
  /** Lower-case hex. */
  sha256: string;
  /** The subset that is this file; undefined within a folder. */
  subsetId: string | undefined;
  columns: Column[];
}

type FileWithColumns = Omit<Table, 'subsetId'>;

const task = taskFile<typeof import('./columns.task.ts')>(new URL('./columns.task.ts', import.meta.url));

const kinds = {
  '.csv': { delimiter: ',', contentType: 'text/csv' },
  '.tsv': { delimiter: '\t', contentType: 'text/tab-separated-values' },
} as const;
type Extension = keyof typeof kinds;
const extensions = Object.keys(kinds) as Extension[];

type ListedFiles = Pick<VersionFiles, 'list' | 'purged'>;

function* tableFiles({ list, purged }: ListedFiles): Generator<{ file: ArchiveFile; extension: Extension }> {
  for (let i = 0; i < list.count; i++) {
    // Nothing more is told of it than its line.
    if (purged.has(i)) continue;
    const end = nameAt(list, i).subarray(-4).toString('latin1').toLowerCase();
    const extension = extensions.find((one) => one === end);
    if (extension) yield { file: fileAt(list, i), extension };
  }
}

interface Dependencies {
  files: FilesOfVersions;
  ledger: Pick<BlobLedger, 'read'>;
  pool: WorkerPool;
  now: () => number;
}

/**
 * The columns of a version's tables, as anybody may know them: read when they are asked for, and kept as long as the
 * version's list of files is (docs/decisions/0037).
 */
export function tablesReader({ files, ledger, pool, now }: Dependencies) {
  const kept = new WeakMap<FileList, Promise<FileWithColumns[]>>();

  async function columnsOf({ blob, size }: ArchiveFile, extension: Extension): Promise<Column[] | undefined> {
    const pieces: Uint8Array[] = [];
    for await (const piece of ledger.read(blob, 0, Math.min(size, BEGINNING))) pieces.push(piece);
    const { delimiter } = kinds[extension];
    const bytes = new Uint8Array(Buffer.concat(pieces));
    return pool.run(task, 'columns', { bytes, whole: size <= BEGINNING, delimiter }, [bytes.buffer]);
  }

  async function read(of: ListedFiles): Promise<FileWithColumns[]> {
    const wanted = tableFiles(of).take(MOST_FILES).toArray();
    const found: FileWithColumns[] = [];
    let [columnsLeft, failed] = [MOST_COLUMNS, false];
    for (let at = 0; at < wanted.length; at += AT_ONCE) {
      const some = wanted.slice(at, at + AT_ONCE).map(async ({ file, extension }) => {
        const columns = await columnsOf(file, extension).catch(() => {
          failed = true;
          return undefined;
        });
        const { contentType } = kinds[extension];
        return columns && { path: file.name, contentType, size: file.size, sha256: file.sha256, columns };
      });
      for (const table of await Promise.all(some)) {
        if (!table || table.columns.length > columnsLeft) continue;
        columnsLeft -= table.columns.length;
        found.push(table);
      }
    }
    // A damaged file, or a store that is away, may be well again.
    if (failed) kept.delete(of.list);
    return found;
  }

  /** None where not everybody may know them: of a draft, under an embargo, with hidden names. */
  return async (dataset: Dataset, subsetList: readonly Subset[]): Promise<Table[]> => {
    if (!columnsArePublic(dataset, now())) return [];
    const of = await files.of(dataset.id);
    const { list } = of;
    const tables = kept.get(list) ?? read(of);
    kept.set(list, tables);
    const subsets = new Map(subsetList.map(({ id, path }) => [entryName(dataset.path, path), id]));
    return (await tables).map((table) => ({ ...table, subsetId: subsets.get(table.path) }));
  };
}
