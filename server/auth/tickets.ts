import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { UserStatus } from '../../contract/session.ts';
import { GUEST_LIFE, GUEST_PREFIX, isLinkOver } from './guests.ts';
import { statusNow } from './session.store.ts';
import type { TicketStore } from './tickets.store.ts';

/** A ticket is reused while more than this part of its lifetime remains: no write per page view. */
const REUSE = 6 / 7;

export type Ticket =
  | {
      userId: string;
      datasetId: string;
      /** The user's current status (decisions §3). */
      status: UserStatus;
    }
  | { linkId: string; linkName: string; datasetId: string };

/** Who holds a ticket: a user, or the guests of a reviewer link. */
type TicketHolder = { kind: 'user' | 'guest'; id: string };

/**
 * Download tickets (decisions §5): `<id>.<HMAC-SHA-256 of the id>`, one row per user and dataset, so that a link
 * contains no session token and can be revoked. A ticket's row is useless without the key. Guests of one reviewer link
 * share theirs, which ends with the link, and as none of them can end it, after a session's time at the latest.
 * @param life lifetime of a ticket, ms; shortening it expires older tickets
 */
export function tickets(store: TicketStore, key: string, now: () => number, life: () => Promise<number>) {
  const lifeOf = async (kind: TicketHolder['kind']): Promise<number> =>
    Math.min(await life(), kind === 'guest' ? GUEST_LIFE : Number.POSITIVE_INFINITY);
  const sign = (id: string): string => createHmac('sha256', key).update(id).digest('base64url');

  /** The id of a ticket; undefined for a forged one. */
  function idOf(token: string): string | undefined {
    const dot = token.indexOf('.');
    const id = token.slice(0, dot);
    // Compared as text: base64url has several encodings of the same bytes, and only the canonical one is accepted.
    const given = Buffer.from(token.slice(dot + 1));
    const right = Buffer.from(sign(id));
    return given.length === right.length && timingSafeEqual(given, right) ? id : undefined;
  }

  return {
    async give({ kind, id: userId }: TicketHolder, datasetId: string): Promise<string> {
      const good = await lifeOf(kind);
      const remaining = Math.round(good * REUSE);
      const recent = { until: now() + remaining, madeAfter: now() - (good - remaining) };
      let id = (await store.find(userId, datasetId, recent))?.id;
      if (id === undefined) {
        id = (kind === 'guest' ? GUEST_PREFIX : '') + randomBytes(32).toString('base64url');
        await store.add({ id, userId, datasetId, now: now(), expiresAt: now() + good });
      }
      return `${id}.${sign(id)}`;
    },

    /** Whether a token has the form of a ticket; sessions have no dot. */
    looksLike: (token: string): boolean => token.includes('.'),

    /** Whether it was given by this portal, over or not. */
    isOurs: (token: string): boolean => idOf(token) !== undefined,

    /** Undefined for a forged, revoked or expired one. */
    async check(token: string): Promise<Ticket | undefined> {
      const id = idOf(token);
      if (id === undefined) return undefined;
      const row = await store.byId(id);
      if (!row || row.revoked_at !== null) return undefined;
      const most = await lifeOf(row.link_name === null ? 'user' : 'guest');
      if (Math.min(row.expires_at, row.created_at + most) <= now()) {
        // Revoked, so that it stays expired when the clock is set back.
        await store.revoke(id, now());
        return undefined;
      }
      const { user_id: holder, dataset_id: datasetId, link_name: linkName } = row;
      if (linkName !== null) {
        const link = { expires_at: row.link_expires_at ?? 0, revoked_at: row.link_revoked_at };
        if (isLinkOver(link, now()) || row.link_trashed_at !== null) return undefined;
        return { linkId: holder, linkName, datasetId };
      }
      if (row.status === null) return undefined;
      return { userId: holder, datasetId, status: statusNow(row.status, row.approved_until, now()) };
    },
  };
}

export type Tickets = ReturnType<typeof tickets>;
