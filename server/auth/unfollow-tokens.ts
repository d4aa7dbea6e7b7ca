import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a link in a mail ends: one follow, or all of a person's weekly digest. */
export type Unfollowed = { kind: 'follow'; id: string } | { kind: 'digest'; userId: string };

const idOf = (what: Unfollowed): string => (what.kind === 'follow' ? what.id : what.userId);

/**
 * Tokens of the links that unsubscribe without a session: `<kind>.<id>.<HMAC>`. Nothing of them is stored, so a copy of
 * the database makes none (threat 36).
 */
export function unfollowTokens(key: string) {
  const sign = (kind: string, id: string): string =>
    createHmac('sha256', key).update(`unfollow ${kind} ${id}`).digest('base64url');

  return {
    make: (what: Unfollowed): string => `${what.kind}.${idOf(what)}.${sign(what.kind, idOf(what))}`,

    /** Undefined for a forged one. */
    read(token: string): Unfollowed | undefined {
      const [kind, id = '', signature = '', ...more] = token.split('.');
      if ((kind !== 'follow' && kind !== 'digest') || more.length > 0) return undefined;
      const given = Buffer.from(signature);
      const right = Buffer.from(sign(kind, id));
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
      return kind === 'follow' ? { kind, id } : { kind, userId: id };
    },
  };
}

export type UnfollowTokens = ReturnType<typeof unfollowTokens>;
