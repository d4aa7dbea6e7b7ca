import type { addDataset } from '../../../contract/dataset-admin.ts';
import type { BodyOf } from '../../../contract/endpoint.ts';
import type { columnsVisibilities, filesVisibilities } from '../../../contract/releases.ts';

const columns = {
  note: 'note',
  embargoUntil: 'embargo_until',
  filesVisible: 'files_visible',
  columnsVisible: 'columns_visible',
  doi: 'doi',
  conceptDoi: 'concept_doi',
  authorList: 'author_list',
  funders: 'funders',
  relatedWorks: 'related_works',
} as const;
type Field = keyof typeof columns;

/** Columns of a version's note, embargo and identifiers. */
export type ReleaseColumns = {
  [Name in (typeof columns)[Exclude<Field, 'embargoUntil' | 'filesVisible' | 'columnsVisible'>]]?: string;
} & {
  embargo_until?: string | null;
  files_visible?: (typeof filesVisibilities)[number];
  columns_visible?: (typeof columnsVisibilities)[number];
};

/** Maps those of the fields that were given; lists are stored as JSON, an empty day as none. */
export function releaseColumns(fields: Pick<BodyOf<typeof addDataset>, Field>): ReleaseColumns {
  const set: Record<string, unknown> = {};
  for (const field of Object.keys(columns) as Field[]) {
    const value = fields[field];
    if (value === undefined) continue;
    set[columns[field]] = Array.isArray(value) ? JSON.stringify(value) : value;
  }
  if (set.embargo_until === '') set.embargo_until = null;
  return set;
}
