import type { UserStatus } from '../../contract/session.ts';
import { compiled, type Db } from '../database/index.ts';

/** A ticket with the current status of its user, or with the reviewer link whose guests hold it. */
interface FoundTicket {
  user_id: string;
  dataset_id: string;
  created_at: number;
  expires_at: number;
  revoked_at: number | null;
  /** Null for a guest's, and once the account is deleted. */
  status: UserStatus | null;
  approved_until: number | null;
  link_name: string | null;
  link_expires_at: number | null;
  link_revoked_at: number | null;
  /** When the version that the link opens was removed. */
  link_trashed_at: number | null;
}

export function ticketStore(db: Db) {
  const byId = compiled<{ id: string }, FoundTicket>(db, (parameter) =>
    db
      .selectFrom('tickets')
      .leftJoin('users', 'users.id', 'tickets.user_id')
      .leftJoin('reviewer_links as l', 'l.id', 'tickets.user_id')
      .leftJoin('datasets as d', 'd.id', 'l.dataset_id')
      .select([
        'tickets.user_id',
        'tickets.dataset_id',
        'tickets.created_at',
        'tickets.expires_at',
        'tickets.revoked_at',
        'users.status',
        'users.approved_until',
        'l.name as link_name',
        'l.expires_at as link_expires_at',
        'l.revoked_at as link_revoked_at',
        'd.trashed_at as link_trashed_at',
      ])
      .where('tickets.id', '=', parameter('id')),
  );

  return {
    /** The newest valid ticket that expires after `until` and was created after `madeAfter`. */
    find: (userId: string, datasetId: string, { until, madeAfter }: { until: number; madeAfter: number }) =>
      db
        .selectFrom('tickets')
        .select('id')
        .where('user_id', '=', userId)
        .where('dataset_id', '=', datasetId)
        .where('expires_at', '>', until)
        .where('created_at', '>', madeAfter)
        .where('revoked_at', 'is', null)
        .orderBy('expires_at', 'desc')
        .executeTakeFirst(),

    async add(ticket: { id: string; userId: string; datasetId: string; now: number; expiresAt: number }) {
      await db
        .insertInto('tickets')
        .values({
          id: ticket.id,
          user_id: ticket.userId,
          dataset_id: ticket.datasetId,
          created_at: ticket.now,
          expires_at: ticket.expiresAt,
          revoked_at: null,
        })
        .execute();
    },

    async revoke(id: string, now: number): Promise<void> {
      await db
        .updateTable('tickets')
        .set({ revoked_at: now })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .execute();
    },

    byId: async (id: string): Promise<FoundTicket | undefined> => (await byId({ id }))[0],
  };
}

export type TicketStore = ReturnType<typeof ticketStore>;
