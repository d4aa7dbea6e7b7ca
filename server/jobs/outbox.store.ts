import { sql } from 'kysely';
import type { Db, Queries } from '../database/open.ts';
import { newId } from '../ids.ts';

export interface Mail {
  to: string;
  subject: string;
  /** Plain text. */
  body: string;
  html?: string;
}

/** A mail as a server carries it. */
export interface OutgoingMail extends Required<Mail> {
  id: string;
  createdAt: number;
  /** Tries so far, this one included. */
  attempts: number;
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
      html: mail.html ?? '',
      created_at: when.now,
      not_before: when.notBefore ?? when.now,
      sent_at: when.leaves === false ? when.now : null,
      attempts: 0,
      review_id: when.reviewId ?? null,
    })
    .execute();
}

/**
 * Drops the mail of a review that was taken back.
 * @returns false when a server carries it already
 */
export async function dropMail(db: Queries, reviewId: string): Promise<boolean> {
  await db.deleteFrom('outbox').where('review_id', '=', reviewId).where('attempts', '=', 0).execute();
  const left = await db
    .selectFrom('outbox')
    .select('id')
    .where('review_id', '=', reviewId)
    .executeTakeFirst();
  return left === undefined;
}

/** What stays of a mail that is done with: codes and links in it must not outlive it. */
const blank = { subject: '', body: '', html: '' };

/** The truth about every mail: a row that is neither sent nor given up leaves some time, whatever ends meanwhile. */
export function outboxStore(db: Db) {
  const waiting = () => db.selectFrom('outbox').where('sent_at', 'is', null).where('given_up_at', 'is', null);

  return {
    due: (now: number) =>
      waiting()
        .selectAll()
        .where('not_before', '<=', now)
        // By attempts first: what fails again and again holds up nothing else.
        .orderBy('attempts')
        .orderBy('not_before')
        .limit(50)
        .execute(),

    /**
     * Takes one mail for this server until `until`; a server that dies gives it back by that.
     * @returns undefined when another server has it, or it was dropped
     */
    async claim(id: string, notBefore: number, until: number): Promise<OutgoingMail | undefined> {
      const row = await db
        .updateTable('outbox')
        .set((eb) => ({ not_before: until, attempts: eb('attempts', '+', 1) }))
        .where('id', '=', id)
        .where('not_before', '=', notBefore)
        .where('sent_at', 'is', null)
        .where('given_up_at', 'is', null)
        .returningAll()
        .executeTakeFirst();
      return (
        row && {
          id: row.id,
          to: row.recipient,
          subject: row.subject,
          body: row.body,
          html: row.html,
          createdAt: row.created_at,
          attempts: row.attempts,
        }
      );
    },

    async sent(id: string, now: number): Promise<void> {
      await db
        .updateTable('outbox')
        .set({ sent_at: now, last_error: null, ...blank })
        .where('id', '=', id)
        .execute();
    },

    async failed(id: string, tryAgainAt: number, error: string): Promise<void> {
      await db
        .updateTable('outbox')
        .set({ not_before: tryAgainAt, last_error: error.slice(0, 500) })
        .where('id', '=', id)
        .where('sent_at', 'is', null)
        .execute();
    },

    /** A decision's words stay: they hold no secret, and an administrator may send them again. */
    async giveUp(id: string, now: number, error: string): Promise<void> {
      const unlessDecision = (column: 'subject' | 'body' | 'html') =>
        sql<string>`case when review_id is null then '' else ${sql.ref(column)} end`;
      await db
        .updateTable('outbox')
        .set({
          given_up_at: now,
          last_error: error.slice(0, 500),
          subject: unlessDecision('subject'),
          body: unlessDecision('body'),
          html: unlessDecision('html'),
        })
        .where('id', '=', id)
        .where('sent_at', 'is', null)
        .execute();
    },
  };
}

export type OutboxStore = ReturnType<typeof outboxStore>;
