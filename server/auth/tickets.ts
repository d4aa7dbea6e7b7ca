import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { UserStatus } from '../../contract/session.ts';
import { statusNow } from './session.store.ts';
import type { TicketStore } from './tickets.store.ts';

/** A ticket is given again while more than this part of its life remains: no write per page view. */
const REUSE = 6 / 7;

export interface Ticket {
  userId: string;
  datasetId: string;
  /** The user's, as it holds at this moment (decisions §3). */
  status: UserStatus;
}

/**
 * Download tickets (decisions §5): `<id>.<HMAC-SHA-256 of the id>`, one row per user and dataset, so that a link
 * holds no session token and can be taken back. A ticket read from the table without the key is of no use.
 * @param life how long a ticket is good, ms; shortening it ends those that are older
 */
export function tickets(store: TicketStore, key: string, now: () => number, life: () => Promise<number>) {
  const sign = (id: string): string => createHmac('sha256', key).update(id).digest('base64url');

  return {
    async give(userId: string, datasetId: string): Promise<string> {
      const good = await life();
      const remaining = Math.round(good * REUSE);
      const recent = { until: now() + remaining, madeAfter: now() - (good - remaining) };
      let id = (await store.find(userId, datasetId, recent))?.id;
      if (id === undefined) {
        id = randomBytes(32).toString('base64url');
        await store.add({ id, userId, datasetId, now: now(), expiresAt: now() + good });
      }
      return `${id}.${sign(id)}`;
    },

    /** Whether a token has the form of a ticket; sessions have no dot. */
    looksLike: (token: string): boolean => token.includes('.'),

    /** Undefined for a forged, revoked or expired one. */
    async check(token: string): Promise<Ticket | undefined> {
      const dot = token.indexOf('.');
      const id = token.slice(0, dot);
      // As text: base64url has more than one spelling of the same bytes, and only ours is taken.
      const given = Buffer.from(token.slice(dot + 1));
      const right = Buffer.from(sign(id));
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
      const row = await store.byId(id);
      if (!row || row.revoked_at !== null) return undefined;
      if (Math.min(row.expires_at, row.created_at + (await life())) <= now()) {
        // Over for good, also when the clock goes back.
        await store.revoke(id, now());
        return undefined;
      }
      const status = statusNow(row.status, row.approved_until, now());
      return { userId: row.user_id, datasetId: row.dataset_id, status };
    },
  };
}

export type Tickets = ReturnType<typeof tickets>;
