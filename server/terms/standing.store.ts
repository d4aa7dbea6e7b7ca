import type { InferResult } from 'kysely';
import type { DatasetAccess } from '../../contract/access.ts';
import { compiled, type Db, type Queries } from '../database/index.ts';

/** The newest text of a set of terms. */
const newestOf = (db: Queries) =>
  db.selectFrom('terms_versions as newest').where('newest.version', '=', (eb) =>
    eb
      .selectFrom('terms_versions as other')
      .whereRef('other.terms_id', '=', 'newest.terms_id')
      .select((one) => one.fn.max('other.version').as('version')),
  );

/** What a person has signed for a lineage, and the version of the terms from which on a signature holds. */
const standingRows = (db: Queries, termsId: string, lineageId: string, signer: string) =>
  newestOf(db)
    .where('newest.terms_id', '=', termsId)
    .select((eb) => [
      eb
        .selectFrom('terms_versions as again')
        .whereRef('again.terms_id', '=', 'newest.terms_id')
        .where('again.sign_again', '=', 1)
        .select((one) => one.fn.max('again.version').as('version'))
        .as('again'),
      eb
        .selectFrom('signatures')
        .innerJoin('terms_versions as signed', 'signed.id', 'signatures.terms_version_id')
        .where('signatures.signer', '=', signer)
        .where('signatures.lineage_id', '=', lineageId)
        .whereRef('signed.terms_id', '=', 'newest.terms_id')
        .select((one) => one.fn.max('signed.version').as('version'))
        .as('signed'),
      eb
        .selectFrom('signatures')
        .where('signatures.signer', '=', signer)
        .where('signatures.lineage_id', '=', lineageId)
        .select((one) => one.fn.countAll<number>().as('count'))
        .as('ever'),
    ]);
type StandingRow = InferResult<ReturnType<typeof standingRows>>[number];

/** `unsigned`, or `changed` where something was signed that does not hold any more; null: nothing is to be signed. */
export type ToSign = DatasetAccess['toSign'];

export function standingStore(db: Db) {
  const standing = compiled<{ termsId: string; lineageId: string; signer: string }, StandingRow>(
    db,
    (parameter) => standingRows(db, parameter('termsId'), parameter('lineageId'), parameter('signer')),
  );

  return {
    /**
     * What somebody has still to sign of a lineage's terms: a signature holds until a later version says that it is to be
     * signed again. For each range of a download of a dataset with terms.
     */
    async toSign(termsId: string, lineageId: string, signer: string): Promise<ToSign> {
      const [row] = await standing({ termsId, lineageId, signer });
      if (!row) return null;
      const { again, signed, ever } = row;
      if (signed !== null && Number(signed) >= Number(again ?? 0)) return null;
      return Number(ever) > 0 ? 'changed' : 'unsigned';
    },

    /** The lineage of a dataset and the text that it asks for now; null without terms. */
    async asked(datasetId: string) {
      const row = await newestOf(db)
        .innerJoin('lineages', 'lineages.terms_id', 'newest.terms_id')
        .innerJoin('datasets', 'datasets.lineage_id', 'lineages.id')
        .where('datasets.id', '=', datasetId)
        .where('datasets.trashed_at', 'is', null)
        .select([
          'newest.id',
          'newest.terms_id',
          'newest.title',
          'newest.version',
          'lineages.id as lineage_id',
        ])
        .executeTakeFirst();
      return (
        row && {
          lineageId: row.lineage_id,
          termsId: row.terms_id,
          text: { id: row.id, title: row.title, version: Number(row.version) },
        }
      );
    },
  };
}
