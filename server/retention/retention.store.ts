import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { MOST_REVIEW_DAYS } from '../../contract/reviewer-links.ts';
import { lifetimes } from '../auth/index.ts';
import { type Db, type Queries, type Tables, tryAdvisoryLock } from '../database/index.ts';
import { DAY } from '../shared/time.ts';

/** Rows per transaction: more would block the event loop on SQLite, and other writers. */
const PIECE = 250;
/** The longest lifetime of a ticket (`download.ticketDays`), ms. */
const LONGEST_TICKET = 30 * DAY;

/**
 * Deletes one batch of rows that expired before `before`.
 * @returns their number
 */
type Piece = (trx: Queries, before: number) => Promise<{ changed: bigint }>;

/** Ended early or expired; 0 marks one that was found expired, whenever that was. */
const sessionIsOver = (before: number) => (eb: ExpressionBuilder<Tables, 'sessions'>) =>
  eb.or([
    eb('absolute_at', '<', before),
    eb('ended_at', '<', before),
    eb.and([eb('expires_at', '<', before), eb('expires_at', '>', 0)]),
  ]);

const ticketIsOver = (before: number) => (eb: ExpressionBuilder<Tables, 'tickets'>) =>
  eb.or([eb('expires_at', '<', before), eb('revoked_at', '<', before)]);

const invitationIsOver = (before: number) => (eb: ExpressionBuilder<Tables, 'invitations'>) =>
  eb.or([eb('expires_at', '<', before), eb('used_at', '<', before)]);

const filled = (column: string) => sql<SqlBool>`${sql.ref(column)} <> ''`;

const sessions: Piece = async (trx, before) => {
  const { numDeletedRows } = await trx
    .deleteFrom('sessions')
    .where('token_hash', 'in', (eb) =>
      eb
        .selectFrom('sessions')
        .select('token_hash')
        // Implied by `sessionIsOver`; lets the index be used.
        .where('absolute_at', '<', before + lifetimes.user.absolute)
        .where(sessionIsOver(before))
        .orderBy('absolute_at')
        .limit(PIECE),
    )
    .executeTakeFirstOrThrow();
  return { changed: numDeletedRows };
};

const codes: Piece = async (trx, before) => {
  const { numDeletedRows } = await trx
    .deleteFrom('valid_codes')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('valid_codes')
        .select('id')
        .where('expires_at', '<', before)
        .orderBy('expires_at')
        .limit(PIECE),
    )
    .executeTakeFirstOrThrow();
  return { changed: numDeletedRows };
};

const accountFailures: Piece = async (trx, before) => {
  const { numDeletedRows } = await trx
    .deleteFrom('account_failures')
    .where('account_hash', 'in', (eb) =>
      eb
        .selectFrom('account_failures')
        .select('account_hash')
        .where('lapses_at', '<', before)
        .orderBy('lapses_at')
        .limit(PIECE),
    )
    // Meanwhile there may be another failure.
    .where('lapses_at', '<', before)
    .executeTakeFirstOrThrow();
  return { changed: numDeletedRows };
};

const signIns: Piece = async (trx, before) => {
  const { numDeletedRows } = await trx
    .deleteFrom('institution_sign_ins')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('institution_sign_ins')
        .select('id')
        .where('expires_at', '<', before)
        .orderBy('expires_at')
        .limit(PIECE),
    )
    .executeTakeFirstOrThrow();
  return { changed: numDeletedRows };
};

const tickets: Piece = async (trx, before) => {
  const { numDeletedRows } = await trx
    .deleteFrom('tickets')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('tickets')
        .select('id')
        .where('expires_at', '<', before + LONGEST_TICKET)
        .where(ticketIsOver(before))
        .orderBy('expires_at')
        .limit(PIECE),
    )
    .executeTakeFirstOrThrow();
  return { changed: numDeletedRows };
};

/** Ended early or not: they last half a day. */
const guestSessions: Piece = async (trx, before) => {
  const { numDeletedRows } = await trx
    .deleteFrom('guest_sessions')
    .where('token_hash', 'in', (eb) =>
      eb
        .selectFrom('guest_sessions')
        .select('token_hash')
        .where('expires_at', '<', before)
        .orderBy('expires_at')
        .limit(PIECE),
    )
    .executeTakeFirstOrThrow();
  return { changed: numDeletedRows };
};

const reviewerLinks: Piece = async (trx, before) => {
  const { numDeletedRows } = await trx
    .deleteFrom('reviewer_links')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('reviewer_links')
        .select('id')
        // Implied by what follows; lets the index be used.
        .where('expires_at', '<', before + MOST_REVIEW_DAYS * DAY)
        .where((one) => one.or([one('expires_at', '<', before), one('revoked_at', '<', before)]))
        .orderBy('expires_at')
        .limit(PIECE),
    )
    .executeTakeFirstOrThrow();
  return { changed: numDeletedRows };
};

const invitations: Piece = async (trx, before) => {
  const { numDeletedRows } = await trx
    .deleteFrom('invitations')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('invitations')
        .select('id')
        .where(invitationIsOver(before))
        .orderBy('expires_at')
        .limit(PIECE),
    )
    .executeTakeFirstOrThrow();
  return { changed: numDeletedRows };
};

const groupInvitations: Piece = async (trx, before) => {
  const { numDeletedRows } = await trx
    .deleteFrom('group_invitations')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('group_invitations')
        .select('id')
        .where('expires_at', '<', before)
        // Who declined is never asked again by that request: it stays as long as the request does.
        .where('answer', 'is distinct from', 'declined')
        .orderBy('expires_at')
        .limit(PIECE),
    )
    .executeTakeFirstOrThrow();
  return { changed: numDeletedRows };
};

const mailAddresses: Piece = async (trx, before) => {
  const { numUpdatedRows } = await trx
    .updateTable('outbox')
    .set({ recipient: '' })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('outbox')
        .select('id')
        .where('sent_at', '<', before)
        .where(filled('recipient'))
        .orderBy('sent_at')
        .limit(PIECE),
    )
    .executeTakeFirstOrThrow();
  return { changed: numUpdatedRows };
};

const recordAddresses: Piece = async (trx, before) => {
  const { numUpdatedRows } = await trx
    .updateTable('records')
    .set({ ip: '' })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('records')
        .select('id')
        .where('started_at', '<', before)
        .where(filled('ip'))
        .orderBy('started_at')
        .limit(PIECE),
    )
    .executeTakeFirstOrThrow();
  return { changed: numUpdatedRows };
};

const signatureAddresses: Piece = async (trx, before) => {
  const { numUpdatedRows } = await trx
    .updateTable('signatures')
    .set({ ip: '' })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('signatures')
        .select('id')
        .where('signed_at', '<', before)
        .where(filled('ip'))
        .orderBy('signed_at')
        .limit(PIECE),
    )
    .executeTakeFirstOrThrow();
  return { changed: numUpdatedRows };
};

const signatures: Piece = async (trx, before) => {
  const { numDeletedRows } = await trx
    .deleteFrom('signatures')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('signatures')
        .select('id')
        .where('signed_at', '<', before)
        .orderBy('signed_at')
        .limit(PIECE),
    )
    .executeTakeFirstOrThrow();
  // Of deleted terms, only what is signed was left.
  if (numDeletedRows > 0n)
    await trx
      .deleteFrom('terms_versions')
      .where('terms_id', 'in', (eb) =>
        eb.selectFrom('terms').select('id').where('deleted_at', 'is not', null),
      )
      .where('id', 'not in', (eb) => eb.selectFrom('signatures').select('terms_version_id'))
      .execute();
  return { changed: numDeletedRows };
};

/** The deletions, by what expires. */
const pieces = {
  sessions,
  codes,
  accountFailures,
  signIns,
  tickets,
  guestSessions,
  reviewerLinks,
  invitations,
  groupInvitations,
  mailAddresses,
  recordAddresses,
  signatureAddresses,
  signatures,
};

export type Over = keyof typeof pieces;

export const retentionStore = (db: Db) => ({
  /** @returns whether there may be more for this server to remove: what another one removes at this moment is its */
  removePiece: (what: Over, before: number): Promise<boolean> =>
    db.transaction().execute(async (trx) => {
      if (!(await tryAdvisoryLock(trx, `retention of ${what}`))) return false;
      const { changed } = await pieces[what](trx, before);
      return changed >= PIECE;
    }),
});

export type RetentionStore = ReturnType<typeof retentionStore>;
