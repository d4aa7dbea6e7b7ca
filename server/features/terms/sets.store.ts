import type { Changed, Note } from '../../auth/index.ts';
import { type Db, onPostgres, type Queries, type TermsVersionsTable } from '../../database/index.ts';
import { conflict, notFound } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { type Seals, sha256Of } from '../../terms/index.ts';

/** What of a set an administrator writes. */
export interface TermsWords {
  title: string;
  text: string;
}

/** One version, with the number of its signatures. */
export type StoredVersion = TermsVersionsTable & { signatures: number };

/** A set with its versions, newest first. */
export interface StoredSet {
  id: string;
  /** Names of the datasets that ask for it. */
  datasets: string[];
  versions: StoredVersion[];
}

interface NewWords extends TermsWords {
  /** The number of the version that the change starts from. */
  version: number;
  signAgain?: boolean | undefined;
}

type VersionKeys = Pick<TermsVersionsTable, 'id' | 'terms_id' | 'version' | 'sign_again'>;

/** Datasets with files left, in the trash perhaps: what is left of purged ones asks for nothing. */
const asking = (db: Queries) =>
  db
    .selectFrom('lineages')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('datasets')
          .select('datasets.id')
          .whereRef('datasets.lineage_id', '=', 'lineages.id')
          .where('datasets.purged_at', 'is', null),
      ),
    );

/** The row lock on a set that is not deleted; signing holds it shared. */
async function lock(trx: Queries, id: string): Promise<void> {
  const found = await trx
    .selectFrom('terms')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$if(onPostgres(trx), (query) => query.forUpdate())
    .executeTakeFirst();
  if (!found) throw notFound('This set of terms');
}

async function oneSet(db: Queries, id: string): Promise<StoredSet | undefined> {
  const versions = await db
    .selectFrom('terms_versions')
    .innerJoin('terms', 'terms.id', 'terms_versions.terms_id')
    .selectAll('terms_versions')
    .select((eb) =>
      eb
        .selectFrom('signatures')
        .whereRef('signatures.terms_version_id', '=', 'terms_versions.id')
        .select((one) => one.fn.countAll<number>().as('count'))
        .as('signatures'),
    )
    .where('terms.id', '=', id)
    .where('terms.deleted_at', 'is', null)
    .orderBy('terms_versions.version', 'desc')
    .execute();
  if (versions.length === 0) return undefined;
  const datasets = await asking(db).select('name').where('terms_id', '=', id).orderBy('name').execute();
  return {
    id,
    datasets: datasets.map(({ name }) => name),
    versions: versions.map((row) => ({ ...row, signatures: Number(row.signatures) })),
  };
}

/** Whether a dataset asks for it or somebody has signed it: then what is written is fixed. */
export const isUsed = ({ datasets, versions }: StoredSet): boolean =>
  datasets.length > 0 || versions.some(({ signatures }) => signatures > 0);

/** The texts of a set changed, which the pages of its datasets name: for feeds and caches. */
const touchDatasets = (trx: Queries, termsId: string, now: number) =>
  trx
    .updateTable('datasets')
    .set({ updated_at: now })
    .where('lineage_id', 'in', (eb) => eb.selectFrom('lineages').select('id').where('terms_id', '=', termsId))
    .execute();

/** Sets of terms, which are lists of versions (access.md, "Terms as evidence"). */
export function setsStore(db: Db, seals: Seals) {
  const sealed = (
    { title, text }: TermsWords,
    { id, terms_id, version, sign_again }: VersionKeys,
    created_at: number,
  ): TermsVersionsTable =>
    seals.terms({ id, terms_id, version, title, text, sha256: sha256Of(text), sign_again, created_at });

  async function existing(trx: Queries, id: string): Promise<StoredSet> {
    const found = await oneSet(trx, id);
    if (!found) throw notFound('This set of terms');
    return found;
  }

  return {
    one: (id: string): Promise<StoredSet | undefined> => oneSet(db, id),

    /** Each set as its newest version has it, with the signatures of all its versions. */
    async list() {
      const [sets, datasets] = await Promise.all([
        db
          .selectFrom('terms_versions as newest')
          .innerJoin('terms', 'terms.id', 'newest.terms_id')
          .where('terms.deleted_at', 'is', null)
          .where('newest.version', '=', (eb) =>
            eb
              .selectFrom('terms_versions as other')
              .whereRef('other.terms_id', '=', 'newest.terms_id')
              .select((one) => one.fn.max('other.version').as('version')),
          )
          .select(['terms.id', 'newest.title', 'newest.version', 'newest.created_at'])
          .select((eb) =>
            eb
              .selectFrom('signatures')
              .innerJoin('terms_versions as signed', 'signed.id', 'signatures.terms_version_id')
              .whereRef('signed.terms_id', '=', 'newest.terms_id')
              .select((one) => one.fn.countAll<number>().as('count'))
              .as('signatures'),
          )
          .execute(),
        asking(db).select(['name', 'terms_id']).where('terms_id', 'is not', null).orderBy('name').execute(),
      ]);
      return sets.map((row) => ({
        ...row,
        datasets: datasets.filter(({ terms_id }) => terms_id === row.id).map(({ name }) => name),
      }));
    },

    add: (words: TermsWords, now: number, note: Note<StoredSet>): Promise<StoredSet> =>
      db.transaction().execute(async (trx) => {
        const id = newId();
        await trx.insertInto('terms').values({ id, created_at: now, deleted_at: null }).execute();
        // Whoever has signed other terms has not signed these.
        const first = { id: newId(), terms_id: id, version: 1, sign_again: 1 as const };
        await trx
          .insertInto('terms_versions')
          .values(sealed(words, first, now))
          .execute();
        const made = await existing(trx, id);
        await note(trx, made);
        return made;
      }),

    /**
     * Changes a set: in place as long as it is unused, afterwards by a new version. Nothing is written when nothing
     * changes.
     * @throws AppError 404; 409 when there is a newer version, or nobody said who signs a new one
     */
    change: (id: string, wanted: NewWords, now: number, note: Note<Changed<StoredSet>>): Promise<StoredSet> =>
      db.transaction().execute(async (trx) => {
        await lock(trx, id);
        const before = await existing(trx, id);
        const [newest] = before.versions;
        if (newest === undefined || newest.version !== wanted.version)
          throw conflict(
            'Somebody else has changed these terms meanwhile. Load them again and repeat your change.',
            'version',
          );
        const isSame = wanted.title === newest.title && wanted.text === newest.text;
        if (!isUsed(before)) {
          if (!isSame)
            await trx
              .updateTable('terms_versions')
              .set(sealed(wanted, newest, now))
              .where('id', '=', newest.id)
              .execute();
        } else if (!isSame || wanted.signAgain) {
          if (wanted.signAgain === undefined)
            throw conflict(
              'These terms have come into use meanwhile, so your change makes a new version of them. Say whether those who have signed must sign again.',
              'signAgain',
            );
          const sign_again = wanted.signAgain ? (1 as const) : (0 as const);
          const next = { id: newId(), terms_id: id, version: newest.version + 1, sign_again };
          await trx
            .insertInto('terms_versions')
            .values(sealed(wanted, next, now))
            .execute();
          await touchDatasets(trx, id, now);
        }
        const after = await existing(trx, id);
        await note(trx, { before, after });
        return after;
      }),

    /**
     * Deletes a set; signed versions stay, for their signatures.
     * @throws AppError 404; 409 while a dataset asks for it
     */
    remove: (id: string, now: number, note: Note<StoredSet>): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await lock(trx, id);
        const before = await existing(trx, id);
        if (before.datasets.length > 0)
          throw conflict(
            `Datasets still ask for these terms: ${before.datasets.join(', ')}. Let them ask for others first.`,
          );
        // What is left of purged datasets.
        await trx.updateTable('lineages').set({ terms_id: null }).where('terms_id', '=', id).execute();
        await trx.updateTable('terms').set({ deleted_at: now }).where('id', '=', id).execute();
        const unsigned = before.versions.filter(({ signatures }) => signatures === 0).map((row) => row.id);
        if (unsigned.length > 0) await trx.deleteFrom('terms_versions').where('id', 'in', unsigned).execute();
        await note(trx, before);
      }),
  };
}

export type SetsStore = ReturnType<typeof setsStore>;
