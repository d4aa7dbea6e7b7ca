import { sql } from 'kysely';
import type { UserStatus } from '../../contract/session.ts';
import {
  type AdministratorsTable,
  compiled,
  type Db,
  onPostgres,
  type Queries,
  relaxedDurability,
  type SessionsTable,
  type UsersTable,
} from '../database/index.ts';
import { newId } from '../shared/ids.ts';
import type { AdminCaller, UserCaller } from './caller.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { sessionCap } from './session-cap.store.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Idle and absolute lifetime of a session (decisions §2). */
export const lifetimes = {
  user: { idle: 60 * MINUTE, absolute: 7 * DAY },
  admin: { idle: 15 * MINUTE, absolute: 12 * HOUR },
} as const;

export type Identity = keyof typeof lifetimes;

/** IP address and user agent at the session's beginning, for the person's own list of sessions. */
export interface Origin {
  ip: string;
  userAgent: string;
}

export interface Session {
  tokenHash: string;
  sessionId: string;
  identity: Identity;
  subjectId: string;
  expiresAt: number;
  absoluteAt: number;
  replacedAt: number | null;
  endedAt: number | null;
  beganAt: number;
  lastUsedAt: number;
  origin: Origin;
}

/** How long a replaced token stays valid, for requests already in flight. */
export const GRACE = MINUTE;

const present = (row: SessionsTable): Session => ({
  tokenHash: row.token_hash,
  sessionId: row.session_id,
  identity: row.identity,
  subjectId: row.subject_id,
  expiresAt: row.expires_at,
  absoluteAt: row.absolute_at,
  replacedAt: row.replaced_at,
  endedAt: row.ended_at,
  beganAt: row.began_at,
  lastUsedAt: row.last_used_at,
  origin: { ip: row.ip, userAgent: row.user_agent },
});

type User = Pick<UsersTable, 'email' | 'first_name' | 'family_name' | 'status' | 'approved_until'>;
type Administrator = Pick<AdministratorsTable, 'username' | 'name' | 'role'>;

/** With the person's current row: neither id when they are deleted or disabled. */
type FoundRow = SessionsTable &
  (
    | ({ user_id: string; admin_id: null } & User)
    | ({ user_id: null; admin_id: string } & Administrator)
    | { user_id: null; admin_id: null }
  );

/** The person of a session; for a user with the end of their approval, which may have passed. */
type Person =
  | (Omit<UserCaller, 'tokenHash'> & { approvedUntil: number | null })
  | Omit<AdminCaller, 'tokenHash' | 'tags'>;

function personOf(row: FoundRow): Person | undefined {
  if (row.user_id !== null) {
    const { user_id: id, email, status } = row;
    const names = { firstName: row.first_name, familyName: row.family_name };
    return { kind: 'user', id, email, ...names, status, approvedUntil: row.approved_until };
  }
  if (row.admin_id === null) return undefined;
  const { admin_id: id, username, name, role } = row;
  return { kind: 'admin', id, username, name, role };
}

/** One query for everything that authenticating a request needs. */
const withPerson = (db: Queries, tokenHash: string) =>
  db
    .selectFrom('sessions as s')
    .leftJoin('users as u', (join) =>
      join.onRef('u.id', '=', 's.subject_id').on('s.identity', '=', sql.lit('user')),
    )
    .leftJoin('administrators as a', (join) =>
      join
        .onRef('a.id', '=', 's.subject_id')
        .on('s.identity', '=', sql.lit('admin'))
        .on('a.disabled_at', 'is', null),
    )
    .selectAll('s')
    .select(['u.id as user_id', 'u.email', 'u.first_name', 'u.family_name', 'u.status', 'u.approved_until'])
    .select(['a.id as admin_id', 'a.username', 'a.name', 'a.role'])
    .where('s.token_hash', '=', tokenHash)
    .$castTo<FoundRow>();

type PasswordHolder = { id: string; passwordHash: string };

type NewSession = Record<'tokenHash' | 'sessionId' | 'subjectId' | 'ip' | 'userAgent', string> &
  Record<'now' | 'expiresAt' | 'absoluteAt', number> & { identity: Identity };

/** Sessions of both identities: a token's identity is stored with it and never inferred (threat 3). */
export function sessionStore(db: Db) {
  const held = {
    user: compiled<PasswordHolder, { id: string }>(db, (parameter) =>
      holding(db, 'user', parameter('id'), parameter('passwordHash')),
    ),
    admin: compiled<PasswordHolder, { id: string }>(db, (parameter) =>
      holding(db, 'admin', parameter('id'), parameter('passwordHash')),
    ),
  };
  const add = compiled<NewSession, unknown>(db, (parameter) =>
    db.insertInto('sessions').values({
      token_hash: parameter('tokenHash'),
      session_id: parameter('sessionId'),
      identity: parameter('identity'),
      subject_id: parameter('subjectId'),
      created_at: parameter('now'),
      expires_at: parameter('expiresAt'),
      absolute_at: parameter('absoluteAt'),
      replaced_at: null,
      ended_at: null,
      began_at: parameter('now'),
      last_used_at: parameter('now'),
      ip: parameter('ip'),
      user_agent: parameter('userAgent'),
    }),
  );

  const endOldest = sessionCap(db);
  const found = compiled<{ tokenHash: string }, FoundRow>(db, (parameter) =>
    withPerson(db, parameter('tokenHash')),
  );

  return {
    /**
     * Begins a session, ending the oldest ones beyond the limit.
     * @param note writes the sign-in's log entry, in the same transaction
     * @returns the token's expiry; undefined, and no session, when the person's password has changed
     */
    begin(
      tokenHash: string,
      { identity, id, passwordHash }: { identity: Identity; id: string; passwordHash: string },
      origin: Origin,
      now: number,
      note: (trx: Queries) => Promise<void> = async () => {},
    ): Promise<number | undefined> {
      const { idle, absolute } = lifetimes[identity];
      return relaxedDurability(db, async (trx) => {
        if ((await held[identity]({ id, passwordHash }, trx)).length === 0) return undefined;
        const values = {
          tokenHash,
          sessionId: newId(),
          identity,
          subjectId: id,
          now,
          expiresAt: now + idle,
          absoluteAt: now + absolute,
          ip: origin.ip,
          userAgent: origin.userAgent.slice(0, 500),
        };
        await add(values, trx);
        await note(trx);
        await endOldest(trx, { sessionId: values.sessionId, subjectId: id, identity, now });
        return now + idle;
      });
    },

    /** The session with its person; without the person when they are deleted or disabled. */
    async find(tokenHash: string): Promise<(Session & { person: Person | undefined }) | undefined> {
      const [row] = await found({ tokenHash });
      return row && { ...present(row), person: personOf(row) };
    },

    /**
     * Replaces the token of a session. One conditional update decides: of concurrent refreshes one wins (threat 11).
     * @returns false for all others
     */
    rotate(session: Session, tokenHash: string, expiresAt: number, now: number): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('sessions')
          .set({ replaced_at: now, expires_at: Math.min(session.expiresAt, now + GRACE) })
          .where('token_hash', '=', session.tokenHash)
          .where('replaced_at', 'is', null)
          .where('ended_at', 'is', null)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows !== 1n) return false;
        await trx
          .insertInto('sessions')
          .values({
            token_hash: tokenHash,
            session_id: session.sessionId,
            identity: session.identity,
            subject_id: session.subjectId,
            created_at: now,
            expires_at: expiresAt,
            absolute_at: session.absoluteAt,
            replaced_at: null,
            ended_at: null,
            began_at: session.beganAt,
            last_used_at: session.lastUsedAt,
            ip: session.origin.ip,
            user_agent: session.origin.userAgent,
          })
          .execute();
        return true;
      });
    },

    /** Records a use of a session. An administrator's idle expiry moves with it, never beyond the absolute one. */
    async touch(session: Session, now: number): Promise<void> {
      const idleEnd = Math.min(now + lifetimes.admin.idle, session.absoluteAt);
      await db
        .updateTable('sessions')
        .set({ last_used_at: now, ...(session.identity === 'admin' ? { expires_at: idleEnd } : {}) })
        .where('session_id', '=', session.sessionId)
        .where('replaced_at', 'is', null)
        .where('ended_at', 'is', null)
        .execute();
    },

    /** Marks a token as expired: it stays so when the clock is set back. */
    async over(tokenHash: string): Promise<void> {
      await db.updateTable('sessions').set({ expires_at: 0 }).where('token_hash', '=', tokenHash).execute();
    },

    /** Ends the session of a token: the token, its predecessors and its successor. */
    async end(tokenHash: string, now: number): Promise<void> {
      await retryOnConflict(() =>
        db
          .updateTable('sessions')
          .set({ ended_at: now })
          .where('session_id', '=', (eb) =>
            eb.selectFrom('sessions').select('session_id').where('token_hash', '=', tokenHash),
          )
          .where('ended_at', 'is', null)
          .execute(),
      );
    },
  };
}

export type SessionStore = ReturnType<typeof sessionStore>;

/**
 * Whether the person still has that password, and keeps it until the transaction ends: a concurrent change of the
 * password waits. On PostgreSQL by the row lock; on SQLite by the write lock, which every transaction takes at its
 * beginning.
 */
export async function holdPassword(
  trx: Queries,
  identity: Identity,
  id: string,
  passwordHash: string,
): Promise<boolean> {
  return (await holding(trx, identity, id, passwordHash).executeTakeFirst()) !== undefined;
}

const holding = (db: Queries, identity: Identity, id: string, passwordHash: string) =>
  db
    .selectFrom(identity === 'user' ? 'users' : 'administrators')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .$if(onPostgres(db), (query) => query.forNoKeyUpdate());

/** The status in force: an approval whose end has passed is expired (decisions §3). */
export const statusNow = (status: UserStatus, approvedUntil: number | null, now: number): UserStatus =>
  status === 'approved' && approvedUntil !== null && approvedUntil <= now ? 'expired' : status;
