import type { Release } from '../../contract/releases.ts';
import type { Queries } from '../database/index.ts';
import { newId } from '../shared/ids.ts';
import { iso } from '../shared/time.ts';

/** What may still change of a frozen version, by the name that it has on the wire. */
const shown = {
  name: 'name',
  modalityName: 'modality_name',
  samples: 'samples',
  desc: 'desc_path',
  detail: 'detail',
  license: 'license',
  authors: 'authors',
  citation: 'citation',
  keywords: 'keywords',
  sort: 'sort',
  note: 'note',
  filesVisible: 'files_visible',
  columnsVisible: 'columns_visible',
  embargoUntil: 'embargo_until',
  doi: 'doi',
  conceptDoi: 'concept_doi',
  authorList: 'author_list',
  funders: 'funders',
  relatedWorks: 'related_works',
} as const;

/** A version's row. */
export const shownRow = (trx: Queries, id: string) =>
  trx.selectFrom('datasets').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
type Row = Awaited<ReturnType<typeof shownRow>>;

/** The frozen versions of a lineage: its name and concept DOI are theirs too, whichever version they are changed at. */
export const frozenRows = (trx: Queries, lineageId: string): Promise<Row[]> =>
  trx
    .selectFrom('datasets')
    .selectAll()
    .where('lineage_id', '=', lineageId)
    .where('frozen_at', 'is not', null)
    .execute();

/** Keeps what differs between two states of a frozen version (releases.md, "Freezing"). */
export async function keepFrozenChanges(trx: Queries, before: Row, after: Row, now: number): Promise<void> {
  for (const [field, column] of Object.entries(shown)) {
    const [from, to] = [before[column], after[column]].map((value) => String(value ?? ''));
    if (from !== undefined && to !== undefined && from !== to)
      await keepFrozenChange(trx, after.id, { field, before: from, after: to }, now);
  }
}

/** @param change the field, and its text before and after */
export const keepFrozenChange = (
  trx: Queries,
  datasetId: string,
  change: { field: string; before: string; after: string },
  now: number,
) =>
  trx
    .insertInto('frozen_changes')
    .values({ id: newId(), dataset_id: datasetId, ...change, at: now })
    .execute();

/** Newest first. */
export async function frozenChanges(db: Queries, id: string): Promise<Release['frozenChanges']> {
  const rows = await db
    .selectFrom('frozen_changes')
    .select(['field', 'before', 'after', 'at'])
    .where('dataset_id', '=', id)
    .orderBy('at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, at: iso(row.at) }));
}
