import type { Page } from '../../../contract/lists.ts';
import type { KeptHash } from '../../../contract/trash.ts';
import { fileAt } from '../../archive/index.ts';
import type { Db } from '../../database/index.ts';
import { folderOf, purgedRows, readLayout } from '../../datasets/index.ts';
import { iso } from '../../shared/time.ts';
import type { BlobLedger } from '../../storage/index.ts';

const earliest = (...times: (number | null)[]): number | null => {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
};

/**
 * The hashes of every file that a dataset has ever offered: objects and layouts are never deleted, only their bytes
 * (provenance).
 */
export function hashesStore(db: Db, ledger: Pick<BlobLedger, 'read'>) {
  /** Without ZIPs of the whole dataset: their files are those of the subsets. */
  const objects = (datasetId: string) =>
    db
      .selectFrom('objects')
      .innerJoin('datasets', 'datasets.id', 'objects.dataset_id')
      .innerJoin('blobs', 'blobs.key', 'objects.blob_key')
      .leftJoin('subsets', 'subsets.id', 'objects.subset_id')
      .select(['objects.kind', 'objects.blob_key', 'objects.size', 'objects.file_count', 'objects.etag'])
      .select(['objects.created_at', 'objects.superseded_at', 'objects.purged_at', 'blobs.size as blob_size'])
      .select(['subsets.path as subset_path', 'subsets.trashed_at as subset_trashed_at'])
      .select(['datasets.path', 'datasets.trashed_at'])
      .where('objects.dataset_id', '=', datasetId)
      .where((eb) => eb.or([eb('objects.kind', '=', 'file'), eb('objects.subset_id', 'is not', null)]))
      .orderBy('objects.created_at')
      .orderBy('subsets.sort')
      .orderBy('objects.id')
      .execute();
  type Row = Awaited<ReturnType<typeof objects>>[number];

  /** When single files were purged, by their blobs. */
  type Purged = ReadonlyMap<string, number>;

  /** Files `from` to `to` (exclusive) of an object. */
  async function filesOf(row: Row, purged: Purged, from: number, to: number): Promise<KeptHash[]> {
    const path = row.subset_path ?? row.path;
    const purgedAt = (blob: string) => ({ purgedAt: iso(row.purged_at ?? purged.get(blob) ?? null) });
    const times = {
      from: iso(row.created_at),
      until: iso(earliest(row.superseded_at, row.subset_trashed_at, row.trashed_at)),
    };
    // A file's ETag is its SHA-256 (decisions §5).
    if (row.kind === 'file')
      return [{ path, size: row.size, sha256: row.etag, ...times, ...purgedAt(row.blob_key) }];
    const layout = await readLayout(ledger, row.blob_key, row.blob_size);
    return Array.from({ length: to - from }, (_, i) => {
      const { name, size, sha256, blob } = fileAt(layout, from + i);
      return { path: `${folderOf(path)}/${name}`, size, sha256, ...times, ...purgedAt(blob) };
    });
  }

  return {
    /** One page; reads only the layouts needed for it. Undefined: there is no such dataset. */
    async page(
      datasetId: string,
      { pageIndex, pageSize }: { pageIndex: number; pageSize: number },
    ): Promise<Page<KeptHash> | undefined> {
      const dataset = await db
        .selectFrom('datasets')
        .select('id')
        .where('id', '=', datasetId)
        .executeTakeFirst();
      if (!dataset) return undefined;
      const start = (pageIndex - 1) * pageSize;
      const end = start + pageSize;
      const purged = new Map((await purgedRows(db, datasetId)).map(({ blob_key, at }) => [blob_key, at]));
      const list: KeptHash[] = [];
      let count = 0;
      for (const row of await objects(datasetId)) {
        const from = Math.max(start - count, 0);
        const to = Math.min(end - count, row.file_count);
        if (from < to) list.push(...(await filesOf(row, purged, from, to)));
        count += row.file_count;
      }
      return { list, count, pageIndex, pageSize };
    },
  };
}

export type HashesStore = ReturnType<typeof hashesStore>;
