import * as z from 'zod/mini';

/** What the `filesVisible` of a version says: who sees the names and hashes of its files. */
export const filesVisibilities = ['public', 'approved'] as const;

/** What the `columnsVisible` of a version says: who is told the column names of its CSV files without opening them. */
export const columnsVisibilities = ['approved', 'public'] as const;

/** How a related work relates, in DataCite's words. */
export const relations = [
  'IsCitedBy',
  'Cites',
  'IsSupplementTo',
  'IsSupplementedBy',
  'IsDescribedBy',
  'Describes',
  'IsDerivedFrom',
  'IsSourceOf',
  'References',
  'IsReferencedBy',
  'IsDocumentedBy',
  'IsPartOf',
  'HasPart',
] as const;

/** Identifiers (releases.md, "Identifiers"); empty texts and lists where unknown. */
export const identifiers = z.object({
  /** Without `https://doi.org/`. */
  doi: z.string(),
  /** Of all versions together. */
  conceptDoi: z.string(),
  authorList: z.array(
    z.object({
      /** `Family, Given`, or an institute's name. */
      name: z.string(),
      orcid: z.optional(z.string()),
      affiliation: z.optional(z.string()),
      ror: z.optional(z.string()),
    }),
  ),
  funders: z.array(
    z.object({ name: z.string(), ror: z.optional(z.string()), award: z.optional(z.string()) }),
  ),
  relatedWorks: z.array(z.object({ doi: z.string(), relation: z.enum(relations) })),
});
export type Identifiers = z.output<typeof identifiers>;

/** A published or withdrawn version, as visitors see it. */
export const versionOf = z.object({
  id: z.string(),
  version: z.string(),
  status: z.enum(['published', 'withdrawn']),
  publishedAt: z.nullable(z.string()),
  frozenAt: z.nullable(z.string()),
  /** What is new in it. */
  note: z.string(),
});
export type VersionOf = z.output<typeof versionOf>;

/** A change of a frozen version's words, picture or document. */
/** Of the description of a file: its path follows. */
export const descOfFile = 'desc: ';

export const frozenChange = z.object({
  field: z.string(),
  before: z.string(),
  after: z.string(),
  at: z.string(),
});

/** A file of a frozen version whose bytes were purged; without `path`, `size` and `sha256` where names are not shown. */
export const purgedFile = z.object({
  /** Entry name, as in the manifest. */
  path: z.optional(z.string()),
  size: z.optional(z.number()),
  sha256: z.optional(z.string()),
  reason: z.string(),
  at: z.string(),
});
export type PurgedFile = z.output<typeof purgedFile>;

/** `corrected`: other files take their place; `withdrawn`: they must not be used any more. */
export const recallKinds = ['corrected', 'withdrawn'] as const;
export type RecallKind = (typeof recallKinds)[number];

/** What the page of a version tells of a recall that was sent. */
export const recallNotice = z.object({
  kind: z.enum(recallKinds),
  what: z.string(),
  reason: z.string(),
  /** Files recalled, and whether they are all that the version ever had. */
  files: z.number(),
  whole: z.boolean(),
  /** The version that has the corrected files, where visitors see it. */
  correctedIn: z.nullable(z.object({ id: z.string(), version: z.string() })),
  at: z.string(),
});
export type RecallNotice = z.output<typeof recallNotice>;

/** What `dataset/{id}` tells of the version and its siblings. */
export const release = z.object({
  note: z.string(),
  /** Asked for; it freezes when everything is hashed. */
  freezing: z.nullable(z.literal('pending')),
  withdrawnAt: z.nullable(z.string()),
  withdrawnReason: z.string(),
  identifiers,
  /** Of a frozen version, newest first. */
  frozenChanges: z.array(frozenChange),
  /** Single files that were purged, by name: their lines stay in the manifest. */
  purgedFiles: z.array(purgedFile),
  /** Newest first; absent without any. */
  recalls: z.optional(z.array(recallNotice)),
  /** All that visitors may see, newest first, this one included. */
  versions: z.array(versionOf),
});
export type Release = z.output<typeof release>;
