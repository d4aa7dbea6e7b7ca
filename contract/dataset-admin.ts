import * as z from 'zod';
import { dataset, datasetStatuses, subset } from './catalogue.ts';
import { TRICKS } from './characters.ts';
import { type DatasetTexts, datasetTexts } from './dataset-texts.ts';
import { identifierFields } from './dataset-versions.ts';
import { defineEndpoint } from './endpoint.ts';
import { label } from './label.ts';
import { limits } from './limits.ts';
import { day, listOf, listQuery } from './lists.ts';
import { columnsVisibilities, filesVisibilities } from './releases.ts';
import { archiveSource, source } from './sources.ts';

const encoder = new TextEncoder();

/** Control characters, bidirectional controls, the replacement character (undecodable bytes), back-slashes. */
const REFUSED = new RegExp(String.raw`[${TRICKS}\ufffd\\]`, 'u');

/**
 * A path is a label, never a file system path (threats 2 and 30): relative, no `.` or `..` or empty segment, no
 * back-slash, no control or bidirectional-override character, at most 1,024 bytes of UTF-8.
 */
export const path = z
  .string()
  .min(1, 'Enter a path.')
  .refine((value) => encoder.encode(value).length <= limits.pathBytes, `At most ${limits.pathBytes} bytes.`)
  .refine(
    (value) => value.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..'),
    'A path is relative and has no empty, "." or ".." part.',
  )
  .refine(
    (value) => !REFUSED.test(value),
    'A path has no control characters, text-direction marks or back-slashes.',
  )
  .refine((value) => value.isWellFormed(), 'A path is well-formed Unicode.');

const text = (max: number) => z.string().trim().max(max, `At most ${max} characters.`);

const texts = Object.fromEntries(
  Object.entries(datasetTexts).map(([name, most]) => [name, text(most).optional()]),
) as Record<keyof DatasetTexts, z.ZodOptional<z.ZodString>>;

/** In multipart, a text field with JSON. */
const inText = <Schema extends z.ZodType>(schema: Schema, message: string) =>
  z.preprocess((value, context) => {
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value);
    } catch {
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
  }, schema);
const archive = inText(archiveSource, 'The source must be JSON.');

const { doi, conceptDoi, authorList, funders, relatedWorks } = identifierFields;

/** What releases.md adds to a version; lists travel as JSON in multipart. */
const released = {
  /** What is new in this version. */
  note: text(2_000),
  /** Bytes from this UTC day on; empty: at once. */
  embargoUntil: z.union([z.literal(''), day]).nullable(),
  /** Who sees the names and hashes of its files. */
  filesVisible: z.enum(filesVisibilities),
  /** Whether machine formats tell the column names of its CSV and TSV files to everybody. */
  columnsVisible: z.enum(columnsVisibilities),
  doi,
  conceptDoi,
  authorList: inText(authorList, 'The list must be JSON.'),
  funders: inText(funders, 'The list must be JSON.'),
  relatedWorks: inText(relatedWorks, 'The list must be JSON.'),
};

/** The fields that an administrator may set; multipart sends the same names as text fields. */
const fields = {
  name: label(200, 'name'),
  version: label(60, 'version'),
  modalityName: label(100, 'modality'),
  path: path.optional(),
  ...texts,
};

const wholeNumber = z.number().int().min(-1_000_000).max(1_000_000);

/** A number, or its decimal digits in multipart; anything else is refused. */
const sort = z.union([
  wholeNumber,
  z
    .string()
    .regex(/^-?\d{1,7}$/)
    .transform(Number)
    .pipe(wholeNumber),
]);

/** A dataset in the back office: any status, with its sort position. */
export const adminDataset = z.object({
  ...dataset.shape,
  sort: z.number(),
  trashedAt: z.string().nullable(),
});
export type AdminDataset = z.infer<typeof adminDataset>;

/** A row of the list. */
export const listedDataset = z.object({
  ...adminDataset.shape,
  /** Versions of its lineage that are not in the trash, this one included. */
  versions: z.number(),
});
export type ListedDataset = z.infer<typeof listedDataset>;

/** A subset with the state of its ingest. */
export const adminSubset = z.object({
  ...subset.shape,
  /** The ingest of its next file: hashing, or failed. */
  intake: z
    .object({
      state: z.enum(['waiting', 'hashing', 'failed']),
      /** Bytes hashed so far, of `size`; both 0 until the files are listed. */
      hashed: z.number(),
      size: z.number(),
      fileCount: z.number(),
      /** Of a failure: the cause and the remedy. */
      message: z.string(),
    })
    .nullable(),
  /** Integrity fault for which its bytes are not served: changed, vanished or corrupt on the disk. */
  mark: z.enum(['changed', 'vanished', 'corrupt']).nullable(),
});
export type AdminSubset = z.infer<typeof adminSubset>;

export const datasetSorts = ['createdAt', 'name', 'modalityName', 'count', 'size', 'status', 'sort'] as const;

export const listAdminDatasets = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/datasetList',
  who: { kind: 'admin', tag: 'dataset:list:read' },
  query: listQuery(datasetSorts, {
    keyword: z.string().trim().max(200).optional(),
    status: z.enum(datasetStatuses).optional(),
    modalityName: z.string().max(100).optional(),
  }),
  data: listOf(listedDataset),
});

const id = z.strictObject({ id: z.string() });

export const getAdminDataset = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/dataset/:id',
  who: { kind: 'admin', tag: 'dataset:list:read' },
  params: id,
  data: z.object({ dataset: adminDataset, subsetList: z.array(adminSubset) }),
});

/** §7: multipart, fields before files; files `samples`, `desc`, `archive` and up to 1,000 `subsets`. */
export const addDataset = defineEndpoint({
  method: 'POST',
  path: '/api/v1/admin/addDataset',
  who: { kind: 'admin', tag: 'dataset:list:write' },
  takes: 'multipart',
  body: z.strictObject({ ...fields, ...z.object(released).partial().shape, archive: archive.optional() }),
  data: adminDataset,
});

export const updateDataset = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/admin/updateDataset/:id',
  who: { kind: 'admin', tag: 'dataset:list:write' },
  params: id,
  takes: 'json-or-multipart',
  body: z
    .strictObject({
      ...fields,
      ...released,
      status: z.enum(datasetStatuses),
      /** With `withdrawn`: why. Required for a frozen version. */
      reason: text(2_000),
      /** With `published`: its files are fixed for ever, as soon as everything is hashed. */
      freeze: z.union([z.boolean(), z.stringbool()]),
      sort,
      archive,
    })
    .partial(),
  data: adminDataset,
});

/** Moves it to the trash, for 30 days. */
export const deleteDataset = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/admin/dataset/:id',
  who: { kind: 'admin', tag: 'dataset:list:write' },
  params: id,
});

/** JSON, or multipart files `subsets` as in addDataset. */
export const addSubsets = defineEndpoint({
  method: 'POST',
  path: '/api/v1/admin/addSubsets/:id',
  who: { kind: 'admin', tag: 'dataset:list:write' },
  params: id,
  takes: 'json-or-multipart',
  bodyLimit: limits.addSubsetsBody,
  body: z.strictObject({
    subsets: z
      .array(z.strictObject({ path, desc: text(2_000).default(''), source }))
      .min(1, 'Name at least one subset.')
      .max(limits.subsetsPerCall, `At most ${limits.subsetsPerCall} subsets at a time.`),
  }),
  data: z.object({ subsets: z.array(adminSubset) }),
});

/**
 * Writes `ro-crate-metadata.json`, RO-Crate 1.2, as an ordinary file of the dataset: what is known of it and its files now.
 * 409 when it is frozen, when something has that name already, and while files are being hashed.
 */
export const addRoCrate = defineEndpoint({
  method: 'POST',
  path: '/api/v1/admin/dataset/:id/roCrate',
  who: { kind: 'admin', tag: 'dataset:list:write' },
  params: id,
  data: adminSubset,
});

/** A new source replaces the file; running downloads of the former revision finish. */
export const updateSubset = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/admin/subset/:id',
  who: { kind: 'admin', tag: 'dataset:list:write' },
  params: id,
  body: z
    .strictObject({
      path,
      desc: text(2_000),
      sort: z.number().int().min(-1_000_000).max(1_000_000),
      source,
    })
    .partial(),
  data: adminSubset,
});

export const deleteSubset = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/admin/subset/:id',
  who: { kind: 'admin', tag: 'dataset:list:write' },
  params: id,
});
