import type { QueryOf } from '../../../contract/endpoint.ts';
import type { Page } from '../../../contract/lists.ts';
import type { listRecalls, Recall, RecallKind, RecallPerson } from '../../../contract/recalls.ts';
import type { Note } from '../../auth/index.ts';
import { anyContains, type Db, page, type Queries } from '../../database/index.ts';
import { type Mail, postMail } from '../../mail/index.ts';
import { conflict, notFound } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { TextCipher } from '../../shared/text-cipher.ts';
import { iso, startOfDay } from '../../shared/time.ts';
import { batches } from './holders.store.ts';

/** A file of a recall. */
export interface RecallFile {
  path: string;
  sha256: string;
  size: number;
  correctedSha256: string | null;
}

/** Who opens a recall. */
export interface By {
  id: string;
  name: string;
}

/** Somebody to tell, and the mail; without one, they have declined it. */
export interface Told {
  userId: string;
  name: string;
  email: string;
  whole: number;
  partial: number;
  mail: Mail | undefined;
}

/** What is sent. */
export interface Sending {
  kind: RecallKind;
  what: string;
  reason: string;
  correctedIn: string | null;
  /** Hashes of the corrected files, by recalled path. */
  corrected: ReadonlyMap<string, string>;
  told: readonly Told[];
  anonymous: number;
  unclear: number;
}

/** Files of a recall that are shown with it. */
const SHOWN = 200;

const rows = (db: Queries) =>
  db
    .selectFrom('recalls')
    .leftJoin('datasets as other', 'other.id', 'recalls.corrected_in')
    .selectAll('recalls')
    .select('other.version as corrected_version');
type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number];

const present = (row: Row): Recall => ({
  id: row.id,
  datasetId: row.dataset_id,
  datasetName: row.dataset_name,
  version: row.version,
  status: row.sent_at === null ? 'draft' : 'sent',
  whole: row.whole === 1,
  fileCount: row.file_count,
  kind: row.kind,
  what: row.what,
  reason: row.reason,
  correctedIn:
    row.corrected_in === null ? null : { id: row.corrected_in, version: row.corrected_version ?? '' },
  by: row.admin_name,
  createdAt: iso(row.created_at),
  sentAt: iso(row.sent_at),
  noticeDownAt: iso(row.notice_down_at),
  people: row.people,
});

const mailState = (row: {
  mail_id: string | null;
  mail_sent: number | null;
  mail_given_up: number | null;
  mail_there: string | null;
}): NonNullable<RecallPerson['mail']> => {
  if (row.mail_id === null) return 'declined';
  if (row.mail_given_up !== null) return 'failed';
  // A mail is deleted with its account; it was of those that leave.
  return row.mail_there === null || row.mail_sent !== null ? 'sent' : 'waiting';
};

/** The notice on the page is a change that visitors see. */
const showChange = (trx: Queries, { datasetId }: Recall, now: number) =>
  trx.updateTable('datasets').set({ updated_at: now }).where('id', '=', datasetId).execute();

const alreadySent = () => conflict('This recall was sent already.');

/** Recalls, their files, and whom they were sent to. */
export function recallsStore(db: Db, cipher: TextCipher) {
  const people = (recallId: string) =>
    db
      .selectFrom('recall_people')
      .leftJoin('outbox', 'outbox.id', 'recall_people.mail_id')
      .selectAll('recall_people')
      .select([
        'outbox.id as mail_there',
        'outbox.sent_at as mail_sent',
        'outbox.given_up_at as mail_given_up',
      ])
      .where('recall_id', '=', recallId);
  type PersonRow = Awaited<ReturnType<ReturnType<typeof people>['execute']>>[number];

  const toPerson = (row: PersonRow): RecallPerson => ({
    id: row.id,
    userId: row.user_id,
    name: row.name,
    email: row.email,
    whole: row.whole,
    partial: row.partial,
    mail: mailState(row),
    corrected: null,
  });

  return {
    list({
      keyword,
      status,
      datasetId,
      from,
      to,
      ...query
    }: QueryOf<typeof listRecalls>): Promise<Page<Recall>> {
      let found = rows(db.inReader);
      if (keyword) found = found.where(anyContains(['recalls.dataset_name', 'recalls.what'], keyword));
      if (status) found = found.where('sent_at', status === 'sent' ? 'is not' : 'is', null);
      if (datasetId) found = found.where('dataset_id', '=', datasetId);
      if (from !== undefined) found = found.where('recalls.created_at', '>=', startOfDay(from));
      if (to !== undefined) found = found.where('recalls.created_at', '<', startOfDay(to));
      return page(
        found,
        { ...query, column: 'recalls.created_at', order: query.order ?? 'desc' },
        'recalls.id',
        (row) => present(row as Row),
      );
    },

    async one(id: string): Promise<(Recall & { anonymous: number; unclear: number }) | undefined> {
      const row = await rows(db).where('recalls.id', '=', id).executeTakeFirst();
      return row && { ...present(row), anonymous: row.anonymous, unclear: row.unclear };
    },

    /** @param most absent: all of them */
    async files(recallId: string, most?: 'shown'): Promise<RecallFile[]> {
      let found = db
        .selectFrom('recall_files')
        .select(['path', 'sha256', 'size', 'corrected_sha256 as correctedSha256'])
        .where('recall_id', '=', recallId)
        .orderBy('path')
        .orderBy('sha256');
      if (most === 'shown') found = found.limit(SHOWN);
      return found.execute();
    },

    /** @returns its id */
    async open(
      version: { id: string; name: string; version: string },
      { whole, files }: { whole: boolean; files: readonly Omit<RecallFile, 'correctedSha256'>[] },
      by: By,
      now: number,
      note: Note<string>,
    ): Promise<string> {
      const id = newId();
      await db.transaction().execute(async (trx) => {
        await trx
          .insertInto('recalls')
          .values({
            id,
            dataset_id: version.id,
            dataset_name: version.name,
            version: version.version,
            whole: whole ? 1 : 0,
            file_count: files.length,
            kind: null,
            what: '',
            reason: '',
            corrected_in: null,
            admin_id: by.id,
            admin_name: by.name,
            created_at: now,
            sent_at: null,
            notice_down_at: null,
            people: 0,
            anonymous: 0,
            unclear: 0,
          })
          .execute();
        for (const batch of batches(files))
          await trx
            .insertInto('recall_files')
            .values(batch.map(({ path, sha256, size }) => ({ recall_id: id, path, sha256, size })))
            .execute();
        await note(trx, id);
      });
      return id;
    },

    /** @throws AppError 404, 409 for one that was sent */
    drop: (id: string, note: Note<void>): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom('recalls')
          .where('id', '=', id)
          .where('sent_at', 'is', null)
          .executeTakeFirstOrThrow();
        if (numDeletedRows === 0n) {
          const there = await trx.selectFrom('recalls').select('id').where('id', '=', id).executeTakeFirst();
          throw there ? alreadySent() : notFound('This recall');
        }
        await trx.deleteFrom('recall_files').where('recall_id', '=', id).execute();
        await note(trx);
      }),

    /**
     * Everything or nothing: what the page tells, whom it was told to, and their mails.
     * @throws AppError 409 when another call has sent it
     */
    send: (recall: Recall, sending: Sending, now: number, note: Note<void>): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const { kind, what, reason, correctedIn, corrected, told, anonymous, unclear } = sending;
        const { numUpdatedRows } = await trx
          .updateTable('recalls')
          .set({ kind, what, reason, corrected_in: correctedIn, sent_at: now })
          .set({ people: told.length, anonymous, unclear })
          .where('id', '=', recall.id)
          .where('sent_at', 'is', null)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) throw alreadySent();
        for (const [path, sha256] of corrected)
          await trx
            .updateTable('recall_files')
            .set({ corrected_sha256: sha256 })
            .where('recall_id', '=', recall.id)
            .where('path', '=', path)
            .execute();
        await showChange(trx, recall, now);
        for (const { userId, name, email, whole, partial, mail } of told) {
          const mailId = mail && (await postMail(trx, mail, { now, cipher }));
          await trx
            .insertInto('recall_people')
            .values({
              id: newId(),
              recall_id: recall.id,
              user_id: userId,
              name,
              email,
              whole,
              partial,
              mail_id: mailId ?? null,
            })
            .execute();
        }
        await note(trx);
      }),

    /** @throws AppError 409 for a draft, and when another call has done it */
    takeDown: (recall: Recall, now: number, note: Note<void>): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('recalls')
          .set({ notice_down_at: now })
          .where('id', '=', recall.id)
          .where('sent_at', 'is not', null)
          .where('notice_down_at', 'is', null)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) throw conflict('There is no notice of this recall on the page.');
        await showChange(trx, recall, now);
        await note(trx);
      }),

    people: (recallId: string, query: { pageIndex: number; pageSize: number }): Promise<Page<RecallPerson>> =>
      page(people(recallId), { ...query, column: 'name', order: 'asc' }, 'recall_people.id', (row) =>
        toPerson(row as PersonRow),
      ),

    allPeople: async (recallId: string): Promise<RecallPerson[]> =>
      (await people(recallId).orderBy('name').orderBy('recall_people.id').execute()).map(toPerson),

    /** The bytes of these hashes, for those that were ever stored. */
    async sizes(sha256s: readonly string[]): Promise<{ sha256: string; size: number }[]> {
      const found = new Map<string, number>();
      for (const batch of batches(sha256s))
        for (const { sha256, size } of await db
          .selectFrom('blobs')
          .select(['sha256', 'size'])
          .where('sha256', 'in', batch)
          .execute())
          found.set(sha256, size);
      return [...found].map(([sha256, size]) => ({ sha256, size }));
    },

    /** Accounts with what a mail to them depends on. */
    async accounts(ids: readonly string[]) {
      const found = [];
      for (const batch of batches(ids))
        found.push(
          ...(await db
            .selectFrom('users')
            .leftJoin('mail_preferences', 'mail_preferences.user_id', 'users.id')
            .select(['users.id', 'email', 'first_name', 'family_name', 'language', 'recalls_declined_at'])
            .where('users.id', 'in', batch)
            .execute()),
        );
      return found;
    },
  };
}

export type RecallsStore = ReturnType<typeof recallsStore>;
export type Account = Awaited<ReturnType<RecallsStore['accounts']>>[number];
