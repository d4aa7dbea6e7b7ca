import { compiled, type Db } from '../database/index.ts';

/** A reviewer link and its version. */
export interface FoundLink {
  id: string;
  name: string;
  dataset_id: string;
  expires_at: number;
  revoked_at: number | null;
  status: 'draft' | 'published' | 'withdrawn' | null;
  trashed_at: number | null;
}

type FoundSession = FoundLink & { session_until: number; ended_at: number | null };

/** Reviewer links as far as guests need them, and the sessions that they open (access.md, "Reviewer link"). */
export function guestStore(db: Db) {
  const links = () =>
    db
      .selectFrom('reviewer_links as l')
      .leftJoin('datasets as d', 'd.id', 'l.dataset_id')
      .select(['l.id', 'l.name', 'l.dataset_id', 'l.expires_at', 'l.revoked_at', 'd.status', 'd.trashed_at']);
  const session = compiled<{ tokenHash: string }, FoundSession>(db, (parameter) =>
    links()
      .innerJoin('guest_sessions as s', 's.link_id', 'l.id')
      .select(['s.expires_at as session_until', 's.ended_at'])
      .where('s.token_hash', '=', parameter('tokenHash')),
  );

  return {
    /** By the hash of its secret. */
    bySecret: (secretHash: string): Promise<FoundLink | undefined> =>
      links().where('l.secret_hash', '=', secretHash).executeTakeFirst(),

    session: async (tokenHash: string): Promise<FoundSession | undefined> =>
      (await session({ tokenHash }))[0],

    async begin(tokenHash: string, linkId: string, now: number, expiresAt: number): Promise<void> {
      await db
        .insertInto('guest_sessions')
        .values({
          token_hash: tokenHash,
          link_id: linkId,
          created_at: now,
          expires_at: expiresAt,
          ended_at: null,
        })
        .execute();
    },

    async end(tokenHash: string, now: number): Promise<void> {
      await db
        .updateTable('guest_sessions')
        .set({ ended_at: now })
        .where('token_hash', '=', tokenHash)
        .where('ended_at', 'is', null)
        .execute();
    },
  };
}

export type GuestStore = ReturnType<typeof guestStore>;
