import type { Dataset, Subset } from '../../contract/catalogue.ts';
import { textsOf } from '../../contract/dataset-texts.ts';
import type { Queries } from '../database/index.ts';
import { iso } from '../shared/time.ts';

/** Datasets with their current archive, if any. */
export const datasetRows = (db: Queries) =>
  db
    .selectFrom('datasets')
    .leftJoin('objects', (join) =>
      join
        .onRef('objects.dataset_id', '=', 'datasets.id')
        .on('objects.subset_id', 'is', null)
        .on('objects.superseded_at', 'is', null),
    )
    .innerJoin('lineages', 'lineages.id', 'datasets.lineage_id')
    .selectAll('datasets')
    .select([
      'objects.id as object_id',
      'objects.size',
      'objects.file_count',
      'objects.sha256',
      'lineages.slug',
      'lineages.terms_id',
      'lineages.asks_request',
    ])
    .select((eb) =>
      eb
        .selectFrom('purged_files')
        .select((one) => one.fn.countAll<number>().as('count'))
        .whereRef('purged_files.dataset_id', '=', 'datasets.id')
        // An archive of its own is a file; a computed one has all others.
        .where((one) =>
          one.or([
            one.and([one('objects.kind', '=', 'file'), one('purged_files.subset_id', 'is', null)]),
            one.and([one('objects.kind', '=', 'zip'), one('purged_files.subset_id', 'is not', null)]),
          ]),
        )
        .as('purged'),
    );

/**
 * Live subsets of a dataset in their order, with their current file, if any, and their pending or failed ingest: there
 * is at most one per subset.
 */
export const subsetRows = (db: Queries, datasetId: string) =>
  db
    .selectFrom('subsets')
    .leftJoin('objects', (join) =>
      join.onRef('objects.subset_id', '=', 'subsets.id').on('objects.superseded_at', 'is', null),
    )
    .leftJoin('intakes', (join) =>
      join
        .onRef('intakes.subset_id', '=', 'subsets.id')
        .on((eb) => eb.or([eb('intakes.ended_at', 'is', null), eb('intakes.failure', 'is not', null)])),
    )
    .selectAll('subsets')
    .select([
      'objects.id as object_id',
      'objects.kind as object_kind',
      'objects.size',
      'objects.file_count',
      'objects.sha256',
      'objects.blob_key',
      'intakes.kind as intake_kind',
      'intakes.size as intake_size',
      'intakes.hashed as intake_hashed',
      'intakes.file_count as intake_file_count',
      'intakes.note as intake_note',
      'intakes.failure as intake_failure',
    ])
    .select((eb) =>
      eb
        .selectFrom('purged_files')
        .select((one) => one.fn.countAll<number>().as('count'))
        .whereRef('purged_files.dataset_id', '=', 'subsets.dataset_id')
        .whereRef('purged_files.subset_id', '=', 'subsets.id')
        .as('purged'),
    )
    .where('subsets.dataset_id', '=', datasetId)
    .where('subsets.trashed_at', 'is', null)
    .orderBy('subsets.sort')
    .orderBy('subsets.id');

export type DatasetRow = Awaited<ReturnType<ReturnType<typeof datasetRows>['execute']>>[number];
export type SubsetRow = Awaited<ReturnType<ReturnType<typeof subsetRows>['execute']>>[number];

/** Maps a row to the wire shape (decisions §4). Links are added by the caller who may issue them. */
export const toDataset = (row: DatasetRow): Dataset => ({
  id: row.id,
  name: row.name,
  version: row.version,
  modalityName: row.modality_name,
  count: row.count,
  samples: row.samples,
  path: row.path,
  desc: row.desc_path,
  ...textsOf(row),
  status: row.status,
  size: row.size ?? 0,
  fileCount: row.file_count ?? 0,
  sha256: row.sha256,
  createdAt: iso(row.created_at),
  publishedAt: iso(row.published_at),
  slug: row.slug,
  filesVisible: row.files_visible,
  columnsVisible: row.columns_visible,
  embargoUntil: row.embargo_until,
  access: row.asks_request === 1 ? 'request' : row.terms_id === null ? 'portal' : 'terms',
  frozenAt: iso(row.frozen_at),
  releaseHash: row.release_hash,
  ...(Number(row.purged) > 0 && { purged: true }),
});

export const toSubset = (row: SubsetRow): Subset => ({
  id: row.id,
  path: row.path,
  desc: row.description,
  size: row.size ?? row.intake_size ?? 0,
  fileCount: row.file_count ?? row.intake_file_count ?? 0,
  sha256: row.sha256,
  contentType: row.content_type,
  sort: row.sort,
  ...(Number(row.purged) > 0 && { purged: true }),
});
