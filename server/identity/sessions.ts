import type { AdminCaller, Judged, UserCaller } from './caller.ts';
import { tagsOf } from './permissions.ts';
import { type Identity, lifetimes, type Session, type SessionStore, statusNow } from './session.store.ts';
import { hashToken, newToken } from './tokens.ts';

/** An administrator's idle end is moved at most this often: no write per request. */
const TOUCH_EVERY = 30_000;

/** Begins, judges and ends sessions. Times in ms. */
export function sessions(store: SessionStore, now: () => number) {
  async function callerOf(session: Session): Promise<UserCaller | AdminCaller | undefined> {
    const { tokenHash } = session;
    if (session.identity === 'user') {
      const user = await store.findUser(session.subjectId);
      return (
        user && {
          kind: 'user',
          id: user.id,
          email: user.email,
          firstName: user.first_name,
          familyName: user.family_name,
          status: statusNow(user.status, user.approved_until, now()),
          tokenHash,
        }
      );
    }
    const admin = await store.findAdministrator(session.subjectId);
    return admin && { kind: 'admin', ...admin, tags: tagsOf(admin.role), tokenHash };
  }

  return {
    /** A new session for somebody who has just proved who they are. */
    async begin(identity: Identity, subjectId: string): Promise<{ token: string; expiresAt: string }> {
      const token = newToken();
      const expiresAt = await store.begin(hashToken(token), identity, subjectId, now());
      return { token, expiresAt: new Date(expiresAt).toISOString() };
    },

    async identify(token: string): Promise<Judged> {
      const session = await store.find(hashToken(token));
      if (!session || session.endedAt !== null) return { state: 'dead' };
      const at = now();
      if (session.expiresAt <= at || session.absoluteAt <= at) {
        return { state: 'expired', identity: session.identity };
      }
      const caller = await callerOf(session);
      if (!caller) return { state: 'dead' };
      if (session.identity === 'admin' && session.expiresAt - at < lifetimes.admin.idle - TOUCH_EVERY) {
        await store.touch(session, at);
      }
      return { state: 'live', caller };
    },

    async end(tokenHash: string): Promise<void> {
      await store.end(tokenHash, now());
    },
  };
}

export type Sessions = ReturnType<typeof sessions>;
