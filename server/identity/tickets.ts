import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { UserStatus } from '../../contract/session.ts';
import { DAY } from '../time.ts';
import { statusNow } from './session.store.ts';
import type { TicketStore } from './tickets.store.ts';

const LIFE = 7 * DAY;
/** A ticket is given again while more than this remains: no write per page view. */
const REUSE = 6 * DAY;

export interface Ticket {
  userId: string;
  datasetId: string;
  /** The user's, as it holds at this moment (decisions §3). */
  status: UserStatus;
}

/**
 * Download tickets (decisions §5): `<id>.<HMAC-SHA-256 of the id>`, one row per user and dataset, so that a link
 * holds no session token and can be taken back. A ticket read from the table without the key is of no use.
 */
export function tickets(store: TicketStore, key: string, now: () => number) {
  const sign = (id: string): string => createHmac('sha256', key).update(id).digest('base64url');

  return {
    async give(userId: string, datasetId: string): Promise<string> {
      let id = (await store.find(userId, datasetId, now() + REUSE))?.id;
      if (id === undefined) {
        id = randomBytes(32).toString('base64url');
        await store.add({ id, userId, datasetId, now: now(), expiresAt: now() + LIFE });
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
      if (row.expires_at <= now()) {
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
