import type { UserStatus } from '../../contract/session.ts';
import type { Db, Queries } from '../database/open.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long a session lives unused, and at most (decisions §2). */
export const lifetimes = {
  user: { idle: 60 * MINUTE, absolute: 7 * DAY },
  admin: { idle: 15 * MINUTE, absolute: 12 * HOUR },
} as const;

export type Identity = keyof typeof lifetimes;

export interface Session {
  tokenHash: string;
  identity: Identity;
  subjectId: string;
  expiresAt: number;
  absoluteAt: number;
  endedAt: number | null;
}

/** Sessions of both identities: a token's identity is stored with it and never inferred (threat 3). */
export function sessionStore(db: Db) {
  return {
    async begin(tokenHash: string, identity: Identity, subjectId: string, now: number): Promise<number> {
      const { idle, absolute } = lifetimes[identity];
      await db
        .insertInto('sessions')
        .values({
          token_hash: tokenHash,
          identity,
          subject_id: subjectId,
          created_at: now,
          expires_at: now + idle,
          absolute_at: now + absolute,
          ended_at: null,
        })
        .execute();
      return now + idle;
    },

    async find(tokenHash: string): Promise<Session | undefined> {
      const row = await db
        .selectFrom('sessions')
        .selectAll()
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst();
      return (
        row && {
          tokenHash,
          identity: row.identity,
          subjectId: row.subject_id,
          expiresAt: row.expires_at,
          absoluteAt: row.absolute_at,
          endedAt: row.ended_at,
        }
      );
    },

    /** Moves an administrator's idle end; never beyond the absolute one, never for an ended session. */
    async touch(session: Session, now: number): Promise<void> {
      await db
        .updateTable('sessions')
        .set({ expires_at: Math.min(now + lifetimes[session.identity].idle, session.absoluteAt) })
        .where('token_hash', '=', session.tokenHash)
        .where('ended_at', 'is', null)
        .execute();
    },

    async end(tokenHash: string, now: number): Promise<void> {
      await db
        .updateTable('sessions')
        .set({ ended_at: now })
        .where('token_hash', '=', tokenHash)
        .where('ended_at', 'is', null)
        .execute();
    },

    async findUser(id: string) {
      return db
        .selectFrom('users')
        .select(['id', 'email', 'first_name', 'family_name', 'status', 'approved_until'])
        .where('id', '=', id)
        .executeTakeFirst();
    },

    async findAdministrator(id: string) {
      return db
        .selectFrom('administrators')
        .select(['id', 'username', 'name', 'role'])
        .where('id', '=', id)
        .where('disabled_at', 'is', null)
        .executeTakeFirst();
    },
  };
}

export type SessionStore = ReturnType<typeof sessionStore>;

/** Ends all sessions and tickets of a user, inside the caller's transaction. */
export async function endEverything(db: Queries, userId: string, now: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('subject_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute();
  await db
    .updateTable('tickets')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** The status as it holds now: an approval whose end has passed is expired (decisions §3). */
export const statusNow = (status: UserStatus, approvedUntil: number | null, now: number): UserStatus =>
  status === 'approved' && approvedUntil !== null && approvedUntil <= now ? 'expired' : status;
