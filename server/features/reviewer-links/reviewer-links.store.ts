import type { Note } from '../../auth/index.ts';
import { type Db, onPostgres, type Queries, type ReviewerLinksTable } from '../../database/index.ts';

/** A link with its maker's name, and how often it was used for a download. */
export interface StoredLink extends ReviewerLinksTable {
  created_by_name: string | null;
  downloads: number;
}

/** A version, as far as a link to it depends on it. */
export interface LinkedVersion {
  name: string;
  version: string;
  status: 'draft' | 'published' | 'withdrawn';
  embargo_until: string | null;
}

/** A link that was just revoked. */
interface RevokedLink {
  name: string;
  expires_at: number;
  dataset: string;
  version: string;
}

const versionOf = (db: Queries, id: string) =>
  db
    .selectFrom('datasets')
    .select(['name', 'version', 'status', 'embargo_until'])
    .where('id', '=', id)
    .where('trashed_at', 'is', null);

export const reviewerLinksStore = (db: Db) => ({
  version: (id: string): Promise<LinkedVersion | undefined> => versionOf(db, id).executeTakeFirst(),

  /** The links of a version, newest first. */
  of: (datasetId: string): Promise<StoredLink[]> =>
    db
      .selectFrom('reviewer_links as l')
      .leftJoin('administrators as a', 'a.id', 'l.created_by')
      .selectAll('l')
      .select('a.name as created_by_name')
      .select((eb) =>
        eb
          .selectFrom('records')
          .select((one) => one.fn.countAll<number>().as('count'))
          .whereRef('records.link_id', '=', 'l.id')
          .$asScalar()
          .$notNull()
          .as('downloads'),
      )
      .where('l.dataset_id', '=', datasetId)
      .orderBy('l.created_at', 'desc')
      .orderBy('l.id')
      .execute(),

  /** @param note may refuse, by the version as it is now */
  add: (link: ReviewerLinksTable, note: Note<LinkedVersion | undefined>): Promise<void> =>
    db.transaction().execute(async (trx) => {
      // Against its publication meanwhile.
      const version = await versionOf(trx, link.dataset_id)
        .$if(onPostgres(trx), (query) => query.forShare())
        .executeTakeFirst();
      await note(trx, version);
      await trx.insertInto('reviewer_links').values(link).execute();
    }),

  /** @param note of the revoked link; of none, or one that is over, it refuses */
  revoke: (
    id: string,
    { adminId, now }: { adminId: string; now: number },
    note: Note<RevokedLink | 'over' | undefined>,
  ): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('reviewer_links')
        .set({ revoked_at: now, revoked_by: adminId })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirstOrThrow();
      const link = await trx
        .selectFrom('reviewer_links as l')
        .leftJoin('datasets as d', 'd.id', 'l.dataset_id')
        .select(['l.name', 'l.expires_at', 'd.name as dataset', 'd.version'])
        .where('l.id', '=', id)
        .executeTakeFirst();
      const revoked = link && { ...link, dataset: link.dataset ?? '', version: link.version ?? '' };
      await note(trx, numUpdatedRows === 0n && revoked ? 'over' : revoked);
    }),
});

export type ReviewerLinksStore = ReturnType<typeof reviewerLinksStore>;
