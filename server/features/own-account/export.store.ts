import { addressHistoryOf, identitiesOf } from '../../approval/index.ts';
import { statusNow } from '../../auth/index.ts';
import type { Db } from '../../database/index.ts';
import { presentRecord, shownColumns } from '../../records/index.ts';
import { iso } from '../../shared/time.ts';

/** A mailed code resets the password: an export made with a stolen session must not contain one. */
const withoutCode = (subject: string): string => subject.replace(/\d{8}/g, '********');

/**
 * All personal data of a user, from every table that references them; without secrets (hashes, tokens, codes) and
 * without the deciding administrator.
 * @param addressKey the secret named `address`
 */
export function exportStore(db: Db, addressKey: string) {
  async function profile(userId: string, now: number) {
    const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
    return (
      user && {
        id: user.id,
        email: user.email,
        firstName: user.first_name,
        familyName: user.family_name,
        affiliation: user.affiliation,
        purpose: user.purpose,
        country: user.country,
        status: statusNow(user.status, user.approved_until, now),
        statusReason: user.status_reason,
        createdAt: iso(user.created_at),
        appliedAt: iso(user.applied_at),
        reviewedAt: iso(user.reviewed_at),
        approvedUntil: iso(user.approved_until),
      }
    );
  }

  const reviews = (userId: string) =>
    db.selectFrom('reviews').selectAll().where('user_id', '=', userId).orderBy('at').orderBy('id').execute();
  /** One row per token: the last row of a session has its complete data. */
  const sessions = (userId: string) =>
    db
      .selectFrom('sessions')
      .selectAll()
      .where('subject_id', '=', userId)
      .where('replaced_at', 'is', null)
      .orderBy('began_at')
      .orderBy('session_id')
      .execute();
  const tickets = (userId: string) =>
    db
      .selectFrom('tickets')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
  const tokens = (userId: string) =>
    db
      .selectFrom('personal_tokens')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
  const records = (userId: string) =>
    db
      .selectFrom('records')
      .select(shownColumns)
      .where('user_id', '=', userId)
      .orderBy('started_at')
      .orderBy('id')
      .execute();
  const codes = (email: string) =>
    db
      .selectFrom('valid_codes')
      .selectAll()
      .where('email', '=', email)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
  const mails = (email: string) =>
    db
      .selectFrom('outbox')
      .selectAll()
      .where('recipient', '=', email)
      .orderBy('created_at')
      .orderBy('id')
      .execute();

  return {
    async read(userId: string, now: number) {
      const person = await profile(userId, now);
      if (!person) return undefined;
      const identities = await identitiesOf(db, userId);
      return {
        exportedAt: iso(now),
        profile: person,
        reviews: (await reviews(userId)).map((row) => ({
          from: row.from_status,
          to: row.to_status,
          reason: row.reason,
          at: iso(row.at),
          undoneAt: iso(row.undone_at),
        })),
        sessions: (await sessions(userId)).map((row) => ({
          id: row.session_id,
          createdAt: iso(row.began_at),
          lastUsedAt: iso(row.last_used_at),
          expiresAt: iso(row.expires_at),
          endedAt: iso(row.ended_at),
          ip: row.ip,
          userAgent: row.user_agent,
        })),
        institutions: identities.map((row) => ({
          issuer: row.issuer,
          subject: row.subject,
          affiliation: row.affiliation,
          linkedAt: iso(row.linkedAt),
          lastUsedAt: iso(row.lastUsedAt),
        })),
        downloadLinks: (await tickets(userId)).map((row) => ({
          datasetId: row.dataset_id,
          createdAt: iso(row.created_at),
          expiresAt: iso(row.expires_at),
          revokedAt: iso(row.revoked_at),
        })),
        personalTokens: (await tokens(userId)).map((row) => ({
          id: row.id,
          name: row.name,
          scope: 'download',
          createdAt: iso(row.created_at),
          expiresAt: iso(row.expires_at),
          lastUsedAt: iso(row.last_used_at),
          revokedAt: iso(row.revoked_at),
        })),
        downloads: (await records(userId)).map((row) => {
          const { userId: _id, userName: _name, email: _email, ...download } = presentRecord(row);
          return download;
        }),
        codes: (await codes(person.email)).map((row) => ({
          purpose: row.purpose,
          createdAt: iso(row.created_at),
          usedAt: iso(row.used_at),
        })),
        mails: (await mails(person.email)).map((row) => ({
          subject: withoutCode(row.subject),
          createdAt: iso(row.created_at),
          sentAt: iso(row.sent_at),
        })),
        marks: (await addressHistoryOf(db, addressKey, person.email, identities)).map((row) => ({
          kind: row.kind,
          at: iso(row.at),
        })),
      };
    },
  };
}

export type ExportStore = ReturnType<typeof exportStore>;
