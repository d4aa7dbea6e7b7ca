import type { OwnSignature } from '../../../contract/signing.ts';
import type { AuditBy } from '../../auth/index.ts';
import {
  type Db,
  onPostgres,
  type Queries,
  type SignaturesTable,
  type TermsVersionsTable,
  type UsersTable,
} from '../../database/index.ts';
import { AppError, conflict, notFound } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { iso } from '../../shared/time.ts';
import type { Seals } from '../../terms/index.ts';

/** A dataset's terms as they are now. */
export interface AskedTerms {
  lineageId: string;
  text: Omit<TermsVersionsTable, 'key_id' | 'seal'>;
}

/** Who signs what. */
export interface Signing {
  datasetId: string;
  /** The version of the terms that was shown. */
  terms: string;
  userId: string;
  ip: string;
}

type Signer = Pick<UsersTable, 'status' | 'first_name' | 'family_name'>;

/** A version of a dataset that visitors may see: see the catalogue. */
const visible = (db: Queries, datasetId: string) =>
  db
    .selectFrom('datasets')
    .innerJoin('lineages', 'lineages.id', 'datasets.lineage_id')
    .where('datasets.id', '=', datasetId)
    .where('datasets.status', '!=', 'draft')
    .where('datasets.trashed_at', 'is', null);

const newestOf = (db: Queries, termsId: string) =>
  db
    .selectFrom('terms_versions')
    .selectAll()
    .where('terms_id', '=', termsId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();

const ownRows = (db: Queries) =>
  db
    .selectFrom('signatures')
    .innerJoin('terms_versions', 'terms_versions.id', 'signatures.terms_version_id')
    .innerJoin('lineages', 'lineages.id', 'signatures.lineage_id')
    .select([
      'signatures.id',
      'signatures.sha256',
      'signatures.dataset_name',
      'signatures.name',
      'signatures.email',
      'signatures.affiliation',
      'signatures.signed_at',
      'terms_versions.title',
      'terms_versions.version',
    ])
    .select((eb) =>
      eb
        .case()
        .when(
          eb.exists(
            eb
              .selectFrom('datasets')
              .select('datasets.id')
              .whereRef('datasets.lineage_id', '=', 'lineages.id')
              .where('datasets.status', '!=', 'draft')
              .where('datasets.trashed_at', 'is', null),
          ),
        )
        .then(eb.ref('lineages.slug'))
        .else(null)
        .end()
        .as('slug'),
    );

type OwnRow = Awaited<ReturnType<ReturnType<typeof ownRows>['executeTakeFirstOrThrow']>>;

const presentOwn = (row: OwnRow): OwnSignature => ({
  id: row.id,
  title: row.title,
  version: Number(row.version),
  sha256: row.sha256,
  datasetName: row.dataset_name,
  slug: row.slug,
  name: row.name,
  email: row.email,
  affiliation: row.affiliation,
  signedAt: iso(row.signed_at),
});

export const fullName = (user: Pick<UsersTable, 'first_name' | 'family_name'>): string =>
  `${user.first_name} ${user.family_name}`;

/** Reading and signing the terms of datasets. */
export function signingStore(db: Db, seals: Seals, auditBy: AuditBy) {
  /** What is to be signed; on PostgreSQL held until the transaction ends: no change and no new version meanwhile. */
  async function held(trx: Queries, datasetId: string) {
    const lineage = await visible(trx, datasetId)
      .select(['lineages.id', 'lineages.name', 'lineages.terms_id'])
      .$if(onPostgres(trx), (query) => query.forShare('lineages'))
      .executeTakeFirst();
    if (!lineage) throw notFound('This dataset');
    const { terms_id } = lineage;
    if (terms_id === null) return { lineage, text: undefined };
    if (onPostgres(trx))
      await trx.selectFrom('terms').select('id').where('id', '=', terms_id).forShare().execute();
    return { lineage, text: await newestOf(trx, terms_id) };
  }

  return {
    /** What a dataset that visitors may see asks for; undefined: no such dataset, or it asks for nothing. */
    async asked(datasetId: string): Promise<AskedTerms | undefined> {
      const lineage = await visible(db, datasetId)
        .select(['lineages.id', 'lineages.terms_id'])
        .executeTakeFirst();
      const text = lineage?.terms_id ? await newestOf(db, lineage.terms_id) : undefined;
      return lineage && text && { lineageId: lineage.id, text };
    },

    /** What somebody has signed last for a dataset. */
    lastSigned: (userId: string, lineageId: string) =>
      db
        .selectFrom('signatures')
        .innerJoin('terms_versions', 'terms_versions.id', 'signatures.terms_version_id')
        .select(['terms_versions.id', 'version', 'text', 'signed_at'])
        .where('signer', '=', userId)
        .where('lineage_id', '=', lineageId)
        .orderBy('signed_at', 'desc')
        .orderBy('version', 'desc')
        .limit(1)
        .executeTakeFirst(),

    /**
     * Signs, once per person, version and dataset: again, it is the first signature that is returned.
     * @param check throws when this person may not sign
     * @param action for the audit log
     * @throws AppError 401, 404; 409 when it is not what is to be signed any more
     */
    sign: (wanted: Signing, action: string, now: number, check: (signer: Signer) => void) =>
      db.transaction().execute(async (trx): Promise<OwnSignature> => {
        const { datasetId, terms, userId, ip } = wanted;
        const { lineage, text } = await held(trx, datasetId);
        // Against the account's deletion meanwhile.
        const user = await trx
          .selectFrom('users')
          .select(['status', 'first_name', 'family_name', 'email', 'affiliation'])
          .where('id', '=', userId)
          .$if(onPostgres(trx), (query) => query.forShare())
          .executeTakeFirst();
        if (!user) throw new AppError(401, 'Please sign in first.');
        check(user);
        if (text?.id !== terms)
          throw conflict(
            'These are not the terms of this dataset any more. Read those that it asks for now, then sign.',
            'terms',
          );
        const row: SignaturesTable = seals.signature({
          id: newId(),
          user_id: userId,
          signer: userId,
          lineage_id: lineage.id,
          dataset_name: lineage.name,
          terms_version_id: terms,
          sha256: text.sha256,
          name: fullName(user),
          email: user.email,
          affiliation: user.affiliation,
          signed_at: now,
          ip,
        });
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto('signatures')
          .values(row)
          .onConflict((same) => same.columns(['signer', 'lineage_id', 'terms_version_id']).doNothing())
          .executeTakeFirstOrThrow();
        if (numInsertedOrUpdatedRows === 1n)
          await auditBy(
            undefined,
            action,
            ip,
          )(trx, {
            subject: lineage.name,
            after: { signed: text.title, version: Number(text.version), sha256: text.sha256 },
            userId,
          });
        return presentOwn(
          await ownRows(trx)
            .where('signer', '=', userId)
            .where('lineage_id', '=', lineage.id)
            .where('terms_version_id', '=', terms)
            .executeTakeFirstOrThrow(),
        );
      }),

    /** Newest first. */
    async own(userId: string): Promise<OwnSignature[]> {
      const rows = await ownRows(db)
        .where('user_id', '=', userId)
        .orderBy('signed_at', 'desc')
        .orderBy('signatures.id', 'desc')
        .execute();
      return rows.map(presentOwn);
    },
  };
}

export type SigningStore = ReturnType<typeof signingStore>;
