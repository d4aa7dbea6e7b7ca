import { AppError, conflict, notFound } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import { DAY } from '../shared/time.ts';
import type { PersonalTokenStore, StoredToken } from './personal-tokens.store.ts';
import { hashToken, newToken } from './tokens.ts';

/** Prefix that distinguishes personal tokens from sessions and tickets, for us and for secret scanners. */
const PREFIX = 'vtr_';
const LOOKS = /^vtr_[A-Za-z0-9_-]{43}$/;
const MOST = 20;
const NOTE_EVERY = 60_000;

/** Personal access tokens (decisions §2): created by a signed-in user, valid for downloads only. */
export function personalTokens(store: PersonalTokenStore, now: () => number) {
  return {
    list: store.list,

    /**
     * @param user with the hash that the password matched
     * @returns the stored token and, this once, the secret
     * @throws AppError 409 at the limit per user
     */
    async add(
      user: { id: string; passwordHash: string },
      name: string,
      days: number,
    ): Promise<StoredToken & { token: string }> {
      const token = PREFIX + newToken();
      const stored = { id: newId(), name, expiresAt: now() + days * DAY };
      const createdAt = now();
      const result = await store.add(user, { ...stored, hash: hashToken(token) }, MOST, createdAt);
      if (result === 'full') {
        throw conflict(`You have ${MOST} tokens already. Delete one that you no longer need.`);
      }
      if (result === 'gone') throw new AppError(401, 'Your password was changed. Please sign in again.');
      return { ...stored, createdAt, lastUsedAt: null, token };
    },

    /** @throws AppError 404 */
    async remove(userId: string, id: string): Promise<void> {
      if (!(await store.revoke(userId, id, now()))) throw notFound('This token');
    },

    looksLike: (token: string): boolean => LOOKS.test(token),

    /**
     * The token's user; undefined for an unknown, revoked or expired one. Its use is recorded at most once a minute.
     */
    async check(token: string): Promise<{ userId: string } | undefined> {
      const row = await store.byHash(hashToken(token));
      if (!row || row.revoked_at !== null) return undefined;
      if (row.expires_at <= now()) {
        await store.over(row.id);
        return undefined;
      }
      const noted = now() - NOTE_EVERY;
      if (row.last_used_at === null || row.last_used_at <= noted) await store.touch(row.id, now(), noted);
      return { userId: row.user_id };
    },
  };
}

export type PersonalTokens = ReturnType<typeof personalTokens>;
