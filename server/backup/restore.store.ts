import { type AdminCaller, auditBy } from '../auth/index.ts';
import type { Db, Queries } from '../database/index.ts';

const BATCH = 500;
const WHY = 'The portal was restored from a backup.';

/** What a restored portal must not take up again. */
export interface Ended {
  sessions: number;
  links: number;
  codes: number;
  tokens: number;
  /** Sign-ins of administrators with institutions. */
  unlinked: number;
  reviewerLinks: number;
  invitations: number;
  mails: number;
}

interface Restored {
  /** When the backup's snapshot was made, and now: ms since 1970. */
  snapshotAt: number;
  now: number;
  /** Keys of blobs that the backup does not have. */
  lost: readonly string[];
  by: Pick<AdminCaller, 'id' | 'name'>;
}

const count = (result: { numUpdatedRows: bigint }): number => Number(result.numUpdatedRows);

async function endMails(trx: Queries, now: number): Promise<number> {
  const waiting = () =>
    trx.updateTable('outbox').where('sent_at', 'is', null).where('given_up_at', 'is', null);
  const gone = { subject: '', body: '', html: '' };
  const ended = { given_up_at: now, last_error: WHY, sealed: null };
  // A decision's words stay: an administrator may send them again.
  const decisions = await waiting().where('review_id', 'is not', null).set(ended).executeTakeFirstOrThrow();
  const others = await waiting()
    .set({ ...ended, ...gone })
    .executeTakeFirstOrThrow();
  await trx.deleteFrom('jobs').where('kind', '=', 'mail').where('finished_at', 'is', null).execute();
  return count(decisions) + count(others);
}

/** Uploads under way are no part of a backup. */
async function endUploads(trx: Queries): Promise<void> {
  await trx.deleteFrom('uploads').where('used_at', 'is', null).execute();
  await trx.deleteFrom('folders').where('used_at', 'is', null).execute();
  await trx.deleteFrom('blobs').where('state', 'in', ['writing', 'discarded']).execute();
}

/**
 * Takes from a restored database what was good only when the snapshot was made: whatever was ended since then would be
 * good again. Downloads are closed until an owner opens them.
 */
export function endWhatWasOpen(db: Db, { snapshotAt, now, lost, by }: Restored): Promise<Ended> {
  return db.transaction().execute(async (trx) => {
    const sessions = await trx
      .updateTable('sessions')
      .set({ ended_at: now })
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow();
    const links = await trx
      .updateTable('tickets')
      .set({ revoked_at: now })
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow();
    const codes = await trx
      .updateTable('valid_codes')
      .set({ used_at: now })
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow();
    await trx.deleteFrom('institution_sign_ins').execute();
    // One of them may have been unlinked since; administrators link again after their password.
    const unlinked = await trx.deleteFrom('administrator_identities').executeTakeFirstOrThrow();
    const tokens = await trx
      .updateTable('personal_tokens')
      .set({ revoked_at: now })
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow();
    // Their sessions and tickets end with them.
    const reviewerLinks = await trx
      .updateTable('reviewer_links')
      .set({ revoked_at: now })
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow();
    const invitations = await trx
      .deleteFrom('invitations')
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow();
    // They were perhaps declined since.
    const toGroups = await trx
      .updateTable('group_invitations')
      .set({ expires_at: now })
      .where('answer', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow();
    const mails = await endMails(trx, now);
    await endUploads(trx);
    // Those that ran on the database that was backed up.
    await trx.deleteFrom('servers').execute();
    await trx
      .updateTable('jobs')
      .set({ state: 'waiting', owner: null, lease_until: null })
      .where('state', '=', 'running')
      .execute();
    for (let at = 0; at < lost.length; at += BATCH)
      await trx
        .updateTable('blobs')
        .set({ mark: 'vanished', marked_at: now })
        .where('key', 'in', lost.slice(at, at + BATCH))
        .execute();
    await closeDownloads(trx, { snapshotAt, restoredAt: now });
    const ended = {
      sessions: count(sessions),
      links: count(links),
      codes: count(codes),
      tokens: count(tokens),
      unlinked: Number(unlinked.numDeletedRows),
      reviewerLinks: count(reviewerLinks),
      invitations: Number(invitations.numDeletedRows) + count(toGroups),
      mails,
    };
    const audit = auditBy(() => now)(by, 'vitrine restore', '');
    const subject = `the backup of ${new Date(snapshotAt).toISOString()}`;
    await audit(trx, { subject, after: { downloads: 'closed', ...ended } });
    return ended;
  });
}

const CLOSED = 'restored';

/** When a portal whose downloads are closed was backed up and restored: ms since 1970. */
export interface ClosedSince {
  snapshotAt: number;
  restoredAt: number;
}

async function closeDownloads(trx: Queries, since: ClosedSince): Promise<void> {
  await trx.deleteFrom('secrets').where('name', '=', CLOSED).execute();
  await trx
    .insertInto('secrets')
    .values({ name: CLOSED, value: JSON.stringify(since) })
    .execute();
}

/** What a restored portal waits for. */
export function reopeningStore(db: Db) {
  const approvedNow = (now: number) =>
    db
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('status', '=', 'approved')
      .where((eb) => eb.or([eb('approved_until', 'is', null), eb('approved_until', '>', now)]))
      .executeTakeFirstOrThrow();

  return {
    /** @returns undefined when downloads are open */
    async closedSince(): Promise<ClosedSince | undefined> {
      const row = await db
        .selectFrom('secrets')
        .select('value')
        .where('name', '=', CLOSED)
        .executeTakeFirst();
      return row && JSON.parse(row.value);
    },

    /** People whose approval holds, and administrators who may sign in. */
    async holds(now: number): Promise<{ approved: number; administrators: number }> {
      const administrators = await db
        .selectFrom('administrators')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('disabled_at', 'is', null)
        .executeTakeFirstOrThrow();
      return {
        approved: Number((await approvedNow(now)).count),
        administrators: Number(administrators.count),
      };
    },

    /** @returns false when they were open already */
    open: (note: (trx: Queries) => Promise<void>): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom('secrets')
          .where('name', '=', CLOSED)
          .executeTakeFirstOrThrow();
        if (numDeletedRows > 0n) await note(trx);
        return numDeletedRows > 0n;
      }),
  };
}
