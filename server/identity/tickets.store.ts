import type { Db } from '../database/open.ts';

export function ticketStore(db: Db) {
  return {
    /** The newest good ticket that lasts beyond `until`. */
    find: (userId: string, datasetId: string, until: number) =>
      db
        .selectFrom('tickets')
        .select('id')
        .where('user_id', '=', userId)
        .where('dataset_id', '=', datasetId)
        .where('expires_at', '>', until)
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

    byId: (id: string) => db.selectFrom('tickets').selectAll().where('id', '=', id).executeTakeFirst(),
  };
}

export type TicketStore = ReturnType<typeof ticketStore>;
