import * as z from 'zod/mini';
import { accessPolicies, datasetAccess } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { columnsVisibilities, filesVisibilities, release } from './releases.ts';

export const datasetStatuses = ['draft', 'published', 'withdrawn'] as const;
export type DatasetStatus = (typeof datasetStatuses)[number];

/** The download links of a row of the Data list: only for a signed-in, approved user of a published dataset. */
const download = {
  downloadUrl: z.optional(z.string()),
  inspectionUrl: z.optional(z.string()),
  /** In `dataset/{id}`, for a row without a file: whether its files are still being ingested. */
  comingIn: z.optional(z.boolean()),
  /** A file of it was purged (`release.purgedFiles`): it is not handed out any more. */
  purged: z.optional(z.literal(true)),
};

/** Times are ISO 8601 UTC, sizes bytes, ids opaque (decisions §1, §4). */
export const dataset = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  modalityName: z.string(),
  /** Number of downloads. */
  count: z.number(),
  /** Path of the sample image below the static base, or null. */
  samples: z.nullable(z.string()),
  path: z.string(),
  /** Path of the PDF below the static base, or null. */
  desc: z.nullable(z.string()),
  /** Markdown. */
  detail: z.string(),
  status: z.enum(datasetStatuses),
  /** Bytes of the whole dataset's download. */
  size: z.number(),
  fileCount: z.number(),
  /** Lower-case hex SHA-256 of the whole dataset's download, null until known. */
  sha256: z.nullable(z.string()),
  license: z.string(),
  /** `Family, Given; Family, Given`. */
  authors: z.string(),
  citation: z.string(),
  /** Comma-separated. */
  keywords: z.string(),
  createdAt: z.string(),
  publishedAt: z.nullable(z.string()),
  /** Of all versions: `/d/{slug}` leads to the newest one, `/d/{slug}/{version}` to this one. */
  slug: z.string(),
  /** Who sees the names and hashes of its files. */
  filesVisible: z.enum(filesVisibilities),
  /** Whether Croissant tells the column names of its CSV and TSV files to everybody. */
  columnsVisible: z.enum(columnsVisibilities),
  /** UTC day, `YYYY-MM-DD`, from which its files are handed out; null: none. */
  embargoUntil: z.nullable(z.string()),
  /** What it asks for besides an approved account. */
  access: z.enum(accessPolicies),
  /** Since when its files are fixed; null: they may change. */
  frozenAt: z.nullable(z.string()),
  /** Of a frozen one: SHA-256 of its `sha256` manifest, lower-case hex. */
  releaseHash: z.nullable(z.string()),
  ...download,
});
export type Dataset = z.infer<typeof dataset>;

export const subset = z.object({
  id: z.string(),
  path: z.string(),
  desc: z.string(),
  size: z.number(),
  fileCount: z.number(),
  sha256: z.nullable(z.string()),
  contentType: z.string(),
  sort: z.number(),
  ...download,
});
export type Subset = z.infer<typeof subset>;

/** What the last checks of a dataset's current files found (server/storage/scrub.ts). */
export const fixity = z.object({
  files: z.number(),
  /** Files that are damaged, changed or missing. */
  damaged: z.number(),
  /** The oldest last check: each file was compared with its hash then or later. */
  verifiedAt: z.string(),
  /** Days since `verifiedAt`, rounded up. */
  days: z.number(),
  /** The same in a sentence, by language: the pages' scripts carry no words for it. */
  says: z.object({ en: z.string(), 'zh-CN': z.string() }),
});
export type Fixity = z.infer<typeof fixity>;

/** §7: the published datasets, in the order of the modalities. Takes no query, is not paged. */
export const listDatasets = defineEndpoint({
  method: 'GET',
  path: '/api/v1/datasets',
  who: { kind: 'anyone' },
  data: z.array(dataset),
});

/**
 * §7: one published or withdrawn dataset with its subsets; with links for an approved user. `detailHtml` is the
 * dataset's `detail` rendered and sanitised; `fixity` is null without files.
 */
export const getDataset = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dataset/:id',
  who: { kind: 'anyone', guests: true },
  params: z.strictObject({ id: z.string() }),
  data: z.object({
    dataset,
    subsetList: z.array(subset),
    detailHtml: z.string(),
    fixity: z.nullable(fixity),
    release,
    access: datasetAccess,
  }),
});
