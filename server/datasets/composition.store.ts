import { type ArchiveFile, filesOf } from '../archive/index.ts';
import type { Queries } from '../database/index.ts';
import { conflict } from '../shared/errors.ts';
import type { BlobLedger } from '../storage/index.ts';
import { subsetRows } from './datasets.store.ts';
import { entryName, folderOf } from './paths.ts';
import { readLayout } from './stored-layout.ts';

/** Files listed between two yields to the event loop. */
const STEP = 4_096;

/** One subset's part in its dataset's archive. */
export interface Part {
  subsetId: string;
  /** Name of its file in the archive, or of the folder with its files. */
  name: string;
  isFolder: boolean;
  blobKey: string;
  /** Bytes of the blob: for a folder, of its layout. */
  blobSize: number;
  size: number;
  fileCount: number;
  crc32: number;
  sha256: string;
}

/** Contents of a dataset's archive. */
export interface Composition {
  parts: Part[];
  /** Equal if and only if the archives are equal. */
  version: string;
  fileCount: number;
  /** The bytes of some part were purged: only its lines are left. */
  isPurged: boolean;
  /** Subsets whose files are not hashed yet and that have no former ones; failed ones are not counted. */
  waiting: number;
  /** The names of those. */
  coming: Pick<Part, 'name' | 'isFolder'>[];
}

/**
 * Refuses entries that would not unpack side by side: the same name twice, or a file named like a folder.
 * @throws AppError 409
 */
function assertApart(names: readonly string[]): void {
  const taken = new Set<string>();
  const folders = new Set<string>();
  for (const name of names) {
    if (taken.has(name))
      throw conflict(`Two files would be named "${name}" in the dataset's archive.`, 'path');
    taken.add(name);
    for (let at = name.indexOf('/'); at >= 0; at = name.indexOf('/', at + 1)) folders.add(name.slice(0, at));
  }
  const both = names.find((name) => folders.has(name));
  if (both !== undefined)
    throw conflict(`"${both}" would be a file and a folder in the dataset's archive.`, 'path');
}

const nameIn = (datasetPath: string, path: string, isFolder: boolean): string => {
  const name = entryName(datasetPath, path);
  return isFolder ? folderOf(name) : name;
};

/** @throws AppError 409 when the subsets, those being ingested included, would not unpack side by side */
export async function composition(db: Queries, datasetId: string): Promise<Composition> {
  const { path } = await db
    .selectFrom('datasets')
    .select('path')
    .where('id', '=', datasetId)
    .executeTakeFirstOrThrow();
  const rows = await subsetRows(db, datasetId)
    .leftJoin('blobs', 'blobs.key', 'objects.blob_key')
    .select(['blobs.crc32', 'blobs.sha256 as blob_sha256', 'blobs.size as blob_size'])
    .select('objects.purged_at as object_purged_at')
    .execute();
  const named = rows.map((row) => {
    const isFolder = row.intake_kind ? row.intake_kind === 'folder' : row.object_kind === 'zip';
    return { row, name: nameIn(path, row.path, isFolder), isFolder };
  });
  assertApart(named.map(({ name }) => name));
  const parts: Part[] = [];
  for (const row of rows) {
    if (row.object_id === null || row.blob_key === null) continue;
    const isFolder = row.object_kind === 'zip';
    parts.push({
      subsetId: row.id,
      name: nameIn(path, row.path, isFolder),
      isFolder,
      blobKey: row.blob_key,
      blobSize: row.blob_size ?? 0,
      size: row.size ?? 0,
      fileCount: row.file_count ?? 0,
      crc32: row.crc32 ?? 0,
      sha256: row.blob_sha256 ?? '',
    });
  }
  const coming = named.filter(({ row }) => row.object_id === null && row.intake_failure === null);
  return {
    parts,
    version: JSON.stringify(parts.map(({ name, blobKey }) => [name, blobKey])),
    fileCount: parts.reduce((sum, part) => sum + part.fileCount, 0),
    isPurged: rows.some((row) => row.object_purged_at !== null),
    waiting: coming.length,
    coming: coming.map(({ name, isFolder }) => ({ name, isFolder })),
  };
}

/** The files of all parts, a folder's with its name as prefix. */
export async function archiveFiles(
  ledger: Pick<BlobLedger, 'readStored'>,
  {
    parts,
  }: {
    parts: readonly Pick<Part, 'name' | 'isFolder' | 'blobKey' | 'blobSize' | 'size' | 'crc32' | 'sha256'>[];
  },
): Promise<ArchiveFile[]> {
  const files: ArchiveFile[] = [];
  for (const { name, isFolder, blobKey, blobSize, size, crc32, sha256 } of parts) {
    if (!isFolder) files.push({ name, size, crc32, sha256, blob: blobKey });
    else {
      const layout = await readLayout({ read: ledger.readStored }, blobKey, blobSize);
      for (const file of filesOf(layout, `${name}/`)) {
        files.push(file);
        // 100,000 take a tenth of a second.
        if (files.length % STEP === 0) await new Promise(setImmediate);
      }
    }
  }
  return files;
}
