import { sql } from 'kysely';
import type { QueryOf } from '../../../contract/endpoint.ts';
import type { listMails, QueuedMail } from '../../../contract/jobs.ts';
import type { Page } from '../../../contract/lists.ts';
import type { Note } from '../../auth/index.ts';
import { contains, type Db, type OutboxTable, page, type Queries } from '../../database/index.ts';
import { addMailJob } from '../../mail/index.ts';
import { conflict, notFound } from '../../shared/errors.ts';
import { iso } from '../../shared/time.ts';

type Row = Omit<OutboxTable, 'subject' | 'body' | 'html'> & { has_words: number | boolean };

const stateOf = (row: Row): QueuedMail['state'] => {
  if (row.sent_at !== null) return 'sent';
  if (row.given_up_at !== null) return 'givenUp';
  return row.last_error === null ? 'waiting' : 'failing';
};

function present(row: Row): QueuedMail {
  const state = stateOf(row);
  return {
    id: row.id,
    recipient: row.unnamed ? '' : row.recipient,
    about: row.review_id === null ? 'other' : 'decision',
    state,
    attempts: row.attempts,
    // A mail server's refusal names the address.
    note: (row.unnamed && row.last_error?.replaceAll(/\S+@\S+/g, '…')) || (row.last_error ?? ''),
    createdAt: iso(row.created_at),
    runAt: state === 'waiting' || state === 'failing' ? iso(row.not_before) : null,
    endedAt: iso(row.sent_at ?? row.given_up_at),
    canResend: state === 'givenUp' && Boolean(row.has_words),
  };
}

/** A mail's text is not read: only whether it is still stored. */
const rows = (db: Queries) =>
  db
    .selectFrom('outbox')
    .select(['id', 'recipient', 'created_at', 'not_before', 'sent_at', 'given_up_at', 'last_error'])
    .select(['attempts', 'review_id', 'unnamed'])
    .select((eb) => eb('body', '!=', '').as('has_words'));

/** Reads the outbox; `mail/outbox.store.ts` writes it. */
export function mailsStore(db: Db) {
  return {
    list({ state, keyword, ...query }: QueryOf<typeof listMails>): Promise<Page<QueuedMail>> {
      let found = rows(db.inReader);
      // Decoy rows, which are never sent so that timing does not disclose registered addresses (threat 22), are hidden:
      // they had no attempt. `sent_at is not null` is a literal so that the partial index is used.
      if (state === 'sent') found = found.where('sent_at', 'is not', null).where('attempts', '>', sql.lit(0));
      else found = found.where('sent_at', 'is', null);
      if (state === 'givenUp') found = found.where('given_up_at', 'is not', null);
      if (state === 'waiting') found = found.where('given_up_at', 'is', null).where('last_error', 'is', null);
      if (state === 'failing') {
        found = found.where('given_up_at', 'is', null).where('last_error', 'is not', null);
      }
      if (keyword) found = found.where(contains('recipient', keyword)).where('unnamed', 'is', null);
      return page(found, { ...query, column: 'created_at', order: query.order ?? 'desc' }, 'id', (row) =>
        present(row as Row),
      );
    },

    /**
     * Restarts the attempts of a given-up mail.
     * @param note called with the id of the user that the mail concerns, in the same transaction
     * @throws AppError 404; 409 when it was not given up, or its text is no longer stored
     */
    resend: (id: string, now: number, note: Note<string>): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const row = await trx
          .selectFrom('outbox')
          .leftJoin('reviews', 'reviews.id', 'outbox.review_id')
          .select('reviews.user_id')
          .where('outbox.id', '=', id)
          .executeTakeFirst();
        if (!row) throw notFound('This mail');
        // Locks the user's row before the mail's, as a removal of the person does: the same order prevents a deadlock.
        await note(trx, row.user_id ?? '');
        const { numUpdatedRows } = await trx
          .updateTable('outbox')
          .set({ given_up_at: null, last_error: null, attempts: 0, not_before: now, created_at: now })
          .where('id', '=', id)
          .where('given_up_at', 'is not', null)
          .where('sent_at', 'is', null)
          .where('body', '!=', '')
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) {
          throw conflict('Only a decision’s mail that was given up can be sent again.');
        }
        await addMailJob(trx, id, now);
      }),
  };
}

export type MailsStore = ReturnType<typeof mailsStore>;
