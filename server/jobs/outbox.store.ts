import type { Db, Queries } from '../database/open.ts';
import { newId } from '../ids.ts';

export interface Mail {
  to: string;
  subject: string;
  /** Plain text. */
  body: string;
}

/**
 * Puts a mail into the outbox inside the caller's transaction: it leaves if, and only if, that commits. One that
 * does not leave is written all the same, so that both cases are the same work.
 */
export async function postMail(
  db: Queries,
  mail: Mail,
  when: { now: number; notBefore?: number; reviewId?: string; leaves?: boolean },
): Promise<void> {
  await db
    .insertInto('outbox')
    .values({
      id: newId(),
      recipient: mail.to,
      subject: mail.subject,
      body: mail.body,
      created_at: when.now,
      not_before: when.notBefore ?? when.now,
      sent_at: when.leaves === false ? when.now : null,
      attempts: 0,
      review_id: when.reviewId ?? null,
    })
    .execute();
}

/** Drops the mail of a review that was taken back, if it has not left yet. */
export async function dropMail(db: Queries, reviewId: string): Promise<void> {
  await db.deleteFrom('outbox').where('review_id', '=', reviewId).where('sent_at', 'is', null).execute();
}

export function outboxStore(db: Db) {
  return {
    due: (now: number) =>
      db
        .selectFrom('outbox')
        .selectAll()
        .where('sent_at', 'is', null)
        .where('not_before', '<=', now)
        .orderBy('not_before')
        .limit(50)
        .execute(),

    /** Claims one mail; false when somebody else has it or it was dropped. */
    async claim(id: string, now: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('outbox')
        .set((eb) => ({ sent_at: now, attempts: eb('attempts', '+', 1) }))
        .where('id', '=', id)
        .where('sent_at', 'is', null)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    async failed(id: string, tryAgainAt: number): Promise<void> {
      await db
        .updateTable('outbox')
        .set({ sent_at: null, not_before: tryAgainAt })
        .where('id', '=', id)
        .execute();
    },
  };
}

export type OutboxStore = ReturnType<typeof outboxStore>;
