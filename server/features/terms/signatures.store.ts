import { sql } from 'kysely';
import type { QueryOf } from '../../../contract/endpoint.ts';
import type { Page } from '../../../contract/lists.ts';
import type { exportSignatures, listSignatures, SignatureRow } from '../../../contract/terms.ts';
import { anyContains, type Db, page, unindexed } from '../../database/index.ts';
import { iso, startOfDay } from '../../shared/time.ts';

type Filters = QueryOf<typeof exportSignatures>;

const columns = {
  signedAt: 'signatures.signed_at',
  name: 'signatures.name',
  title: 'terms_versions.title',
  datasetName: 'signatures.dataset_name',
} as const;

/** Columns for the keyword search: each word must occur in one of them. */
const searched = [
  'signatures.name',
  'signatures.email',
  'signatures.affiliation',
  'signatures.dataset_name',
] as const;

/** Rows of the export that are read at a time. */
const BATCH = 500;

/** The signatures in the back office. */
export function signaturesStore(db: Db) {
  const { inReader } = db;

  function matching({ keyword, termsId, from, to }: Filters) {
    let rows = inReader
      .selectFrom('signatures')
      .innerJoin('terms_versions', 'terms_versions.id', 'signatures.terms_version_id')
      .select([
        'signatures.id',
        'signatures.user_id',
        'signatures.name',
        'signatures.email',
        'signatures.affiliation',
        'signatures.signed_at',
        'signatures.ip',
        'signatures.sha256',
        'signatures.dataset_name',
        'terms_versions.terms_id',
        'terms_versions.title',
        'terms_versions.version',
      ]);
    if (termsId !== undefined) rows = rows.where('terms_versions.terms_id', '=', termsId);
    if (from !== undefined) rows = rows.where('signatures.signed_at', '>=', startOfDay(from));
    if (to !== undefined) rows = rows.where('signatures.signed_at', '<', startOfDay(to));
    for (const word of keyword?.split(/\s+/).filter(Boolean) ?? [])
      rows = rows.where(anyContains(searched, word));
    return rows;
  }

  type Row = Awaited<ReturnType<ReturnType<typeof matching>['executeTakeFirstOrThrow']>>;

  const present = (row: Row): SignatureRow => ({
    id: row.id,
    userId: row.user_id,
    name: row.name,
    email: row.email,
    affiliation: row.affiliation,
    signedAt: iso(row.signed_at),
    ip: row.ip,
    termsId: row.terms_id,
    title: row.title,
    version: Number(row.version),
    sha256: row.sha256,
    datasetName: row.dataset_name,
  });

  return {
    list(query: QueryOf<typeof listSignatures>): Promise<Page<SignatureRow>> {
      const { sort = 'signedAt', order = 'desc' } = query;
      const isSearched = query.keyword !== undefined && query.keyword !== '';
      const column = columns[sort];
      return page(
        matching(query),
        {
          ...query,
          column: isSearched ? unindexed(db, column) : column,
          order,
          searched: isSearched,
        },
        'signatures.id',
        present,
      );
    },

    /** Every matching signature, newest first, in batches. */
    async *all(filters: Filters): AsyncGenerator<SignatureRow[]> {
      let rows: Row[];
      let last: Row | undefined;
      do {
        let next = matching(filters);
        if (last)
          next = next.where(
            sql<boolean>`(signatures.signed_at, signatures.id) < (${last.signed_at}, ${last.id})`,
          );
        rows = await next
          .orderBy('signatures.signed_at', 'desc')
          .orderBy('signatures.id', 'desc')
          .limit(BATCH)
          .execute();
        last = rows.at(-1);
        if (rows.length > 0) yield rows.map(present);
      } while (rows.length === BATCH);
    },
  };
}

export type SignaturesStore = ReturnType<typeof signaturesStore>;
