import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { fileEntry } from './files.ts';
import { label } from './label.ts';
import { pages } from './lists.ts';
import { fileChanges } from './manifest.ts';
import { frozenChange, relations, identifiers as shownIdentifiers, versionOf } from './releases.ts';

const id = z.strictObject({ id: z.string() });
const line = (max: number) => z.string().trim().max(max, `At most ${max} characters.`);

/** `10.` and a registrant, then anything; without `https://doi.org/`, which is taken off. */
const doi = z
  .string()
  .trim()
  .transform((value) => value.replace(/^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:)/i, ''))
  .pipe(
    z
      .string()
      .max(200, 'At most 200 characters.')
      .regex(/^(?:10\.\d{4,9}\/[^\s"<>\\]+)?$/, 'A DOI looks like 10.1234/abcd.'),
  );

/** ISO 7064 MOD 11-2, as ORCID has it. */
function isOrcid(value: string): boolean {
  if (!/^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/.test(value)) return false;
  const digits = value.replaceAll('-', '');
  let total = 0;
  for (const digit of digits.slice(0, 15)) total = (total + Number(digit)) * 2;
  const check = (12 - (total % 11)) % 11;
  return digits[15] === (check === 10 ? 'X' : String(check));
}

const orcid = z
  .string()
  .trim()
  .transform((value) => value.replace(/^https?:\/\/orcid\.org\//i, '').toUpperCase())
  .refine(
    (value) => value === '' || isOrcid(value),
    'This is no ORCID iD: 0000-0002-1825-0097, for example.',
  );

const ror = z
  .string()
  .trim()
  .transform((value) => value.replace(/^(?:https?:\/\/)?ror\.org\//i, '').toLowerCase())
  .pipe(z.string().regex(/^(?:0[a-hj-km-np-tv-z0-9]{6}\d{2})?$/, 'A ROR id looks like 05dxps055.'));

const most = <Item extends z.ZodType>(item: Item, count: number) =>
  z.array(item).max(count, `At most ${count}.`);

/** Identifiers as the lab types them in (releases.md, "Identifiers"): their form is checked, none is registered. */
export const identifierFields = {
  doi,
  /** Of all versions together. */
  conceptDoi: doi,
  authorList: most(
    z.strictObject({
      /** `Family, Given`, or an institute's name. */
      name: line(200).min(1, 'Enter a name.'),
      orcid: orcid.optional(),
      affiliation: line(300).optional(),
      ror: ror.optional(),
    }),
    200,
  ),
  funders: most(
    z.strictObject({
      name: line(300).min(1, 'Enter a name.'),
      ror: ror.optional(),
      award: line(200).optional(),
    }),
    50,
  ),
  relatedWorks: most(
    z.strictObject({
      doi: doi.refine((value) => value !== '', 'Enter a DOI.'),
      relation: z.enum(relations),
    }),
    100,
  ),
};

/** A version in the back office: drafts too. */
export const adminVersion = z.object({
  ...versionOf.shape,
  status: z.enum(['draft', 'published', 'withdrawn']),
  /** Bytes. */
  size: z.number(),
  fileCount: z.number(),
  embargoUntil: z.nullable(z.string()),
  releaseHash: z.nullable(z.string()),
  freezing: z.nullable(z.literal('pending')),
  withdrawnReason: z.string(),
  /** Whether its bytes were purged: it stays withdrawn. */
  filesPurged: z.boolean(),
  /** Single files that were purged: their lines stay. */
  purgedFiles: z.number(),
  createdAt: z.string(),
});
export type AdminVersion = z.output<typeof adminVersion>;

/** All versions of the dataset's lineage that are not in the trash, newest first. */
export const listVersions = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/dataset/:id/versions',
  who: { kind: 'admin', tag: 'dataset:list:read' },
  params: id,
  data: z.object({
    slug: z.string(),
    versions: z.array(adminVersion),
    identifiers: shownIdentifiers,
    frozenChanges: z.array(frozenChange),
  }),
});

/**
 * What differs between another version's files and this one's (releases.md, "Changes"); drafts have it too. `coming`:
 * files and folders of the two that are still being hashed, and not compared yet.
 */
export const compareVersions = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/dataset/:id/changes',
  who: { kind: 'admin', tag: 'dataset:list:read' },
  params: id,
  query: z.strictObject({
    /** The other version's number. */
    from: z.string().min(1).max(60),
    ...pages,
  }),
  data: z.object({ ...fileChanges.shape, coming: z.number() }),
});

/**
 * A draft of the same lineage with the same files; no byte is copied. 409 while something is being hashed, and when the
 * version is taken.
 */
export const newVersion = defineEndpoint({
  method: 'POST',
  path: '/api/v1/admin/dataset/:id/newVersion',
  who: { kind: 'admin', tag: 'dataset:list:write' },
  params: id,
  body: z.strictObject({
    version: label(60, 'version'),
    note: line(2_000).default(''),
  }),
  data: z.object({ id: z.string() }),
});

/**
 * Purges the bytes of a frozen version for ever and withdraws it: the owners' alone. Its words, hashes and records
 * stay. `also`: other versions that hold the same bytes, to be purged with it.
 */
export const purgeRelease = defineEndpoint({
  method: 'POST',
  path: '/api/v1/admin/dataset/:id/purgeFiles',
  who: { kind: 'admin', tag: 'release:bytes:write' },
  params: id,
  body: z.strictObject({
    reason: line(2_000).min(1, 'Say why: the page shows it.'),
    also: z.array(z.string()).max(200).default([]),
  }),
});

/** The name of a file in the dataset's ZIP. */
const entryName = z.string().min(1, 'Choose a file.').max(4_096, 'At most 4096 characters.');

/**
 * What purging one file of a frozen version would do. `same`: other files of this version with the same bytes, which go
 * with it. `versions`: others that hold them; the bytes are gone only when none does.
 */
export const previewPurgeFile = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/dataset/:id/purgeFile',
  who: { kind: 'admin', tag: 'dataset:list:read' },
  params: id,
  query: z.strictObject({ path: entryName }),
  data: z.object({
    path: z.string(),
    /** Bytes. */
    size: z.number(),
    sha256: z.string(),
    same: z.array(z.string()),
    versions: z.array(
      z.object({
        id: z.string(),
        version: z.string(),
        status: z.enum(['draft', 'published', 'withdrawn']),
        frozen: z.boolean(),
        trashed: z.boolean(),
        /** Its files with these bytes; 0: only its trash or a replaced file has them. */
        files: z.number(),
      }),
    ),
  }),
});

/**
 * Purges the bytes of one file of a frozen version for ever: the owners' alone. Its line stays in manifest and tree; the
 * file and ZIPs that hold it answer 410. `also`: other versions with the same bytes. A frozen one keeps its line, too;
 * out of another one the file is taken; one in the trash is deleted. `removed`: no version holds the bytes any more.
 */
export const purgeFile = defineEndpoint({
  method: 'POST',
  path: '/api/v1/admin/dataset/:id/purgeFile',
  who: { kind: 'admin', tag: 'release:bytes:write' },
  params: id,
  body: z.strictObject({
    path: entryName,
    reason: line(2_000).min(1, 'Say why: the page shows it.'),
    also: z.array(z.string()).max(200).default([]),
  }),
  data: z.object({ removed: z.boolean() }),
});

/** The files of any version, drafts and withdrawn ones too; a keyword is looked for in their names. */
export const findFiles = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/dataset/:id/files',
  who: { kind: 'admin', tag: 'dataset:list:read' },
  params: id,
  query: z.strictObject({ keyword: z.string().max(200).default(''), ...pages }),
  data: z.object({
    list: z.array(fileEntry),
    count: z.number(),
    pageIndex: z.number(),
    pageSize: z.number(),
  }),
});

/** The other versions that hold bytes of this one, and how many of its files. */
export const listSharing = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/dataset/:id/sharing',
  who: { kind: 'admin', tag: 'dataset:list:read' },
  params: id,
  data: z.array(
    z.object({
      id: z.string(),
      version: z.string(),
      status: z.enum(['draft', 'published', 'withdrawn']),
      frozen: z.boolean(),
      /** Its files with these bytes; 0: only its trash or a replaced file has them. */
      files: z.number(),
    }),
  ),
});

/** Fixes the files of a version for ever: at once, or when everything is hashed. */
export const freeze = defineEndpoint({
  method: 'POST',
  path: '/api/v1/admin/dataset/:id/freeze',
  who: { kind: 'admin', tag: 'dataset:list:write' },
  params: id,
  data: z.object({
    frozenAt: z.nullable(z.string()),
    releaseHash: z.nullable(z.string()),
    freezing: z.nullable(z.literal('pending')),
  }),
});
