import type { Queries } from '../database/index.ts';
import { AppError } from '../shared/errors.ts';
import type { AdminCaller, Judged, UserCaller } from './caller.ts';
import { tagsOf } from './permissions.ts';
import {
  GRACE,
  type Identity,
  lifetimes,
  type Origin,
  type Session,
  type SessionStore,
  statusNow,
} from './session.store.ts';
import { hashToken, newToken } from './tokens.ts';

/** A use is recorded at most this often: no write per request. */
const TOUCH_EVERY = { user: 5 * 60_000, admin: 30_000 } as const;

/** What a client gets after signing in or refreshing. */
export interface Issued {
  token: string;
  /** ISO 8601: the expiry of this token; for an administrator that of the idle time. */
  expiresAt: string;
}

type Found = NonNullable<Awaited<ReturnType<SessionStore['find']>>>;

/** Begins, validates, refreshes and ends sessions. Times in ms. */
export function sessions(store: SessionStore, now: () => number) {
  function callerOf({ person, tokenHash }: Found): UserCaller | AdminCaller | undefined {
    if (person?.kind !== 'user') return person && { ...person, tags: tagsOf(person.role), tokenHash };
    const { approvedUntil, ...user } = person;
    return { ...user, status: statusNow(user.status, approvedUntil, now()), tokenHash };
  }

  async function isOver(session: Session): Promise<boolean> {
    if (session.expiresAt > now() && session.absoluteAt > now()) return false;
    if (session.expiresAt > 0) await store.over(session.tokenHash);
    return true;
  }

  return {
    /**
     * Begins a session for a person who has just authenticated.
     * @param passwordHash the stored hash that the password matched
     * @param note writes the sign-in's log entry, in the session's transaction
     * @throws AppError 400 when the password was changed during the check (threat 12)
     */
    async begin(
      identity: Identity,
      subjectId: string,
      origin: Origin,
      passwordHash: string,
      note?: (trx: Queries) => Promise<void>,
    ): Promise<Issued> {
      const token = newToken();
      const subject = { identity, id: subjectId, passwordHash };
      const expiresAt = await store.begin(hashToken(token), subject, origin, now(), note);
      if (expiresAt === undefined) {
        throw new AppError(400, 'The password has just been changed. Please sign in with the new one.');
      }
      return { token, expiresAt: new Date(expiresAt).toISOString() };
    },

    /**
     * Validates a token.
     * @param background a call made by the page without the person: does not extend the idle time
     */
    async identify(token: string, background = false): Promise<Judged> {
      const session = await store.find(hashToken(token));
      if (!session) return { state: 'dead' };
      if (session.endedAt !== null) return { state: 'dead', identity: session.identity };
      if (await isOver(session)) return { state: 'expired', identity: session.identity };
      const caller = callerOf(session);
      if (!caller) return { state: 'dead', identity: session.identity };
      if (!background && session.lastUsedAt <= now() - TOUCH_EVERY[session.identity]) {
        await store.touch(session, now());
      }
      return { state: 'live', caller };
    },

    /**
     * Issues a new token for a session, replacing the presented one (decisions §2). An administrator's idle expiry is
     * unchanged: refreshing is no activity. Refreshing with a token whose grace period has passed shows that two
     * clients hold it, one of them a thief: the session ends (RFC 9700, 4.14.2).
     * @throws AppError 401, or 6401 for an administrator's expired token
     */
    async refresh(token: string, identity: Identity): Promise<Issued> {
      const session = await store.find(hashToken(token));
      const dead = new AppError(401, 'Your login state has expired. Please sign in again.');
      if (!session || session.identity !== identity || session.endedAt !== null) throw dead;
      // Within the grace period: two tabs refreshing concurrently.
      if (session.replacedAt !== null && session.replacedAt + GRACE <= now()) {
        await store.end(session.tokenHash, now());
        throw dead;
      }
      if (await isOver(session)) {
        if (identity === 'user' || session.replacedAt !== null) throw dead;
        throw new AppError(6401, 'Your token has already expired, please login again.');
      }
      if (session.replacedAt !== null || !session.person) throw dead;
      const fresh = newToken();
      const expiresAt =
        identity === 'admin' ? session.expiresAt : Math.min(now() + lifetimes.user.idle, session.absoluteAt);
      if (!(await store.rotate(session, hashToken(fresh), expiresAt, now()))) throw dead;
      return { token: fresh, expiresAt: new Date(expiresAt).toISOString() };
    },

    async end(tokenHash: string): Promise<void> {
      await store.end(tokenHash, now());
    },
  };
}

export type Sessions = ReturnType<typeof sessions>;
