import { sql } from 'kysely';
import type { Db, Queries } from '../database/index.ts';
import { addJob } from '../queue/index.ts';
import { newId } from '../shared/ids.ts';
import type { TextCipher } from '../shared/text-cipher.ts';

export interface Mail {
  to: string;
  subject: string;
  /** Plain text. */
  body: string;
  html?: string;
  /** Address that one click declines such mails at (RFC 8058). It holds a token: such a mail needs a cipher. */
  unsubscribe?: string;
}

/** A mail as a server sends it. */
export interface OutgoingMail extends Required<Omit<Mail, 'unsubscribe'>>, Pick<Mail, 'unsubscribe'> {
  id: string;
  createdAt: number;
  /** Tries so far, this one included. */
  attempts: number;
}

const blank = { subject: '', body: '', html: '' };
/** What stays of a mail that is done with: codes and links in it must not outlive it. */
const gone = { ...blank, sealed: null };

const wordsOf = ({ subject, body, html = '' }: Omit<Mail, 'to'>) => ({ subject, body, html });
const encrypted = (cipher: TextCipher, words: Omit<Mail, 'to'>, id: string): string =>
  cipher.encrypt(
    JSON.stringify({ ...wordsOf(words), ...(words.unsubscribe && { unsubscribe: words.unsubscribe }) }),
    `outbox ${id}`,
  );
type Words = ReturnType<typeof wordsOf> & Pick<Mail, 'unsubscribe'>;
const decrypted = (cipher: TextCipher, sealed: string, id: string): Words =>
  JSON.parse(cipher.decrypt(sealed, `outbox ${id}`));

/** Kind of the jobs that send mails. The list of mails shows them, the list of jobs does not. */
export const MAIL_JOB = 'mail';

/** Adds the job that sends a mail; the job does nothing if the mail was deleted or sent. */
export const addMailJob = (trx: Queries, id: string, now: number, runAt = now): Promise<void> =>
  addJob(trx, { kind: MAIL_JOB, key: id, subject: '', payload: { id }, runAt }, now);

/**
 * Inserts a mail and its job within the caller's transaction: it is sent if, and only if, that commits. A mail that is
 * not to be sent is inserted, too, so that both cases take the same time.
 * @param when `cipher`: for mails that send a code or a link, which a copy of the database must not give away;
 *   `unnamed`: to somebody whom the laboratory must not see listed; `id`: of one that its sender may have to find
 * @returns its id
 */
export async function postMail(
  db: Queries,
  mail: Mail,
  when: {
    now: number;
    id?: string;
    notBefore?: number;
    reviewId?: string;
    leaves?: boolean;
    unnamed?: boolean;
    cipher?: TextCipher;
  },
): Promise<string> {
  const id = when.id ?? newId();
  await db
    .insertInto('outbox')
    .values({
      id,
      recipient: mail.to,
      ...(when.cipher ? blank : wordsOf(mail)),
      sealed: when.cipher ? encrypted(when.cipher, mail, id) : null,
      created_at: when.now,
      not_before: when.notBefore ?? when.now,
      sent_at: when.leaves === false ? when.now : null,
      attempts: 0,
      review_id: when.reviewId ?? null,
      unnamed: when.unnamed ? 1 : null,
    })
    .execute();
  await addMailJob(db, id, when.now, when.notBefore);
  return id;
}

/**
 * Drops the mail of a review that was taken back.
 * @returns false when a server sends it already
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

/** State of all mails: one that is neither sent nor given up has a job. */
export function outboxStore(db: Db, cipher: TextCipher) {
  return {
    /**
     * Counts an attempt; from then on the mail cannot be dropped.
     * @returns undefined if it was sent, dropped, or cannot be decrypted and was given up
     */
    async begin(id: string, now: number): Promise<OutgoingMail | undefined> {
      const row = await db
        .updateTable('outbox')
        .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
        .where('id', '=', id)
        .where('sent_at', 'is', null)
        .where('given_up_at', 'is', null)
        .returningAll()
        .executeTakeFirst();
      if (!row) return undefined;
      let words: Words = wordsOf(row);
      try {
        if (row.sealed !== null) words = decrypted(cipher, row.sealed, id);
      } catch {
        // Of a database that was started with new keys: no other mail waits for it.
        await this.giveUp(id, now, 'This mail was encrypted under a key that is gone.');
        return undefined;
      }
      const { recipient: to, created_at: createdAt, attempts } = row;
      return { id, to, ...words, createdAt, attempts };
    },

    async sent(id: string, now: number): Promise<void> {
      await db
        .updateTable('outbox')
        .set({ sent_at: now, last_error: null, ...gone })
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
          sealed: null,
        })
        .where('id', '=', id)
        .where('sent_at', 'is', null)
        .execute();
    },
  };
}

export type OutboxStore = ReturnType<typeof outboxStore>;

/**
 * Encrypts the mails that a version before has left with codes and links in clear.
 * @returns how many
 */
export async function encryptOldMails(db: Queries, cipher: TextCipher): Promise<number> {
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'subject', 'body', 'html'])
    .where('review_id', 'is', null)
    .where('body', '!=', '')
    .execute();
  for (const { id, ...words } of rows) {
    await db
      .updateTable('outbox')
      .set({ ...blank, sealed: encrypted(cipher, words, id) })
      .where('id', '=', id)
      .execute();
  }
  return rows.length;
}
