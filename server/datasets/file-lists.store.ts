import { type ArchiveFile, type FileList, makeFileList } from '../archive/index.ts';
import type { Queries } from '../database/index.ts';
import type { BlobLedger } from '../storage/index.ts';
import { archiveFiles } from './composition.store.ts';
import type { VersionParts } from './version-files.store.ts';

/** A part as it is remembered: its entry name, whether it is a folder, and the blob of its file or layout. */
type Part = [name: string, isFolder: boolean, blobKey: string];

interface Parts {
  parts: Part[];
  archive: Pick<ArchiveFile, 'name' | 'blob'> | null;
}

/** What a manifest consists of, as JSON: a few bytes for each subset, not for each file. */
export const partsOf = ({ parts, archive }: VersionParts): string =>
  JSON.stringify({
    parts: parts.map(({ name, isFolder, blobKey }) => [name, isFolder, blobKey]),
    archive: archive ? { name: archive.name, blob: archive.blob } : null,
  } satisfies Parts);

/**
 * Remembers what a manifest consists of, in the transaction that opens a record with a bitmap of its files: when the
 * version's files change, nothing else says which file a bit stands for.
 */
export const rememberFileList = (
  trx: Queries,
  list: { datasetId: string; release: string; parts: string },
): Promise<unknown> =>
  trx
    .insertInto('file_lists')
    .values({ dataset_id: list.datasetId, release: list.release, parts: list.parts })
    .onConflict((conflict) => conflict.columns(['dataset_id', 'release']).doNothing())
    .execute();

/** Keys per statement. */
const BATCH = 500;

/**
 * The files of a manifest, current or not, in its order. Blobs' rows and the layouts' bytes outlive a purge.
 * @returns undefined where it was not remembered
 */
export async function rememberedFiles(
  db: Queries,
  ledger: Pick<BlobLedger, 'readStored'>,
  datasetId: string,
  release: string,
): Promise<FileList | undefined> {
  const row = await db
    .selectFrom('file_lists')
    .select('parts')
    .where('dataset_id', '=', datasetId)
    .where('release', '=', release)
    .executeTakeFirst();
  if (!row) return undefined;
  const { parts, archive } = JSON.parse(row.parts) as Parts;
  const keys = [...parts.map(([, , blob]) => blob), ...(archive ? [archive.blob] : [])];
  const blobs = new Map<string, { size: number; sha256: string; crc32: number }>();
  for (let at = 0; at < keys.length; at += BATCH) {
    const found = await db
      .selectFrom('blobs')
      .select(['key', 'size', 'sha256', 'crc32'])
      .where('key', 'in', keys.slice(at, at + BATCH))
      .execute();
    for (const { key, ...blob } of found) blobs.set(key, blob);
  }
  const of = (key: string) => blobs.get(key) ?? { size: 0, sha256: '', crc32: 0 };
  const files = await archiveFiles(ledger, {
    parts: parts.map(([name, isFolder, blobKey]) => {
      const { size, sha256, crc32 } = of(blobKey);
      return { name, isFolder, blobKey, blobSize: size, size, sha256, crc32 };
    }),
  });
  return makeFileList(archive ? [...files, { ...archive, ...of(archive.blob) }] : files);
}
