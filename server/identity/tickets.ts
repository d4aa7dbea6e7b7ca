import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { DAY } from '../time.ts';
import type { TicketStore } from './tickets.store.ts';

const LIFE = 7 * DAY;
/** A ticket is given again while more than this remains: no write per page view. */
const REUSE = 6 * DAY;

export interface Ticket {
  userId: string;
  datasetId: string;
}

/**
 * Download tickets (decisions §5): `<id>.<HMAC-SHA-256 of the id>`, one row per user and dataset, so that a link
 * holds no session token and can be taken back. A ticket read from the table without the key is of no use.
 */
export function tickets(store: TicketStore, key: string, now: () => number) {
  const sign = (id: string): Buffer => createHmac('sha256', key).update(id).digest();

  return {
    async give(userId: string, datasetId: string): Promise<string> {
      let id = (await store.find(userId, datasetId, now() + REUSE))?.id;
      if (id === undefined) {
        id = randomBytes(32).toString('base64url');
        await store.add({ id, userId, datasetId, now: now(), expiresAt: now() + LIFE });
      }
      return `${id}.${sign(id).toString('base64url')}`;
    },

    /** Whether a token has the form of a ticket; sessions have no dot. */
    looksLike: (token: string): boolean => token.includes('.'),

    /** Undefined for a forged, revoked or expired one. */
    async check(token: string): Promise<Ticket | undefined> {
      const [id = '', signature = ''] = token.split('.');
      const given = Buffer.from(signature, 'base64url');
      const right = sign(id);
      if (given.length !== right.length || !timingSafeEqual(given, right) || token.split('.').length !== 2) {
        return undefined;
      }
      // Base64url has more than one spelling of the same bytes: only ours is taken.
      if (signature !== right.toString('base64url')) return undefined;
      const row = await store.byId(id);
      if (!row || row.revoked_at !== null || row.expires_at <= now()) return undefined;
      return { userId: row.user_id, datasetId: row.dataset_id };
    },
  };
}

export type Tickets = ReturnType<typeof tickets>;
