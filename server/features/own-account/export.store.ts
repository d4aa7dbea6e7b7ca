import { addressHistoryOf, identitiesOf } from '../../approval/index.ts';
import { statusNow } from '../../auth/index.ts';
import type { Db } from '../../database/index.ts';
import { presentRecord, shownColumns } from '../../records/index.ts';
import { iso } from '../../shared/time.ts';
import { exportedRequests } from './export-requests.store.ts';

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
  const signatures = (userId: string) =>
    db
      .selectFrom('signatures')
      .innerJoin('terms_versions', 'terms_versions.id', 'signatures.terms_version_id')
      .selectAll('signatures')
      .select(['terms_versions.title', 'terms_versions.version'])
      .where('user_id', '=', userId)
      .orderBy('signed_at')
      .orderBy('signatures.id')
      .execute();
  const follows = (userId: string) =>
    db
      .selectFrom('follows')
      .innerJoin('lineages', 'lineages.id', 'follows.lineage_id')
      .select([
        'lineages.name',
        'follows.pace',
        'follows.language',
        'follows.created_at',
        'follows.mailed_at',
      ])
      .where('follows.user_id', '=', userId)
      .orderBy('follows.created_at')
      .orderBy('follows.id')
      .execute();
  const problemReports = (userId: string) =>
    db
      .selectFrom('problem_reports')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created_at')
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

  async function mailPreferences(userId: string) {
    const row = await db
      .selectFrom('mail_preferences')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return { language: row?.language ?? 'en', recallsDeclinedAt: iso(row?.recalls_declined_at ?? null) };
  }
  const recalls = (userId: string) =>
    db
      .selectFrom('recall_people')
      .innerJoin('recalls', 'recalls.id', 'recall_people.recall_id')
      .select(['dataset_name', 'version', 'recall_people.whole', 'partial', 'sent_at'])
      .where('user_id', '=', userId)
      .orderBy('sent_at')
      .orderBy('recall_people.id')
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
        signatures: (await signatures(userId)).map((row) => ({
          id: row.id,
          title: row.title,
          version: Number(row.version),
          sha256: row.sha256,
          datasetName: row.dataset_name,
          name: row.name,
          email: row.email,
          affiliation: row.affiliation,
          signedAt: iso(row.signed_at),
          ip: row.ip,
        })),
        requests: await exportedRequests(db, userId, now),
        follows: (await follows(userId)).map((row) => ({
          name: row.name,
          pace: row.pace,
          language: row.language,
          createdAt: iso(row.created_at),
          mailedAt: iso(row.mailed_at),
        })),
        problemReports: (await problemReports(userId)).map((row) => ({
          datasetId: row.dataset_id,
          datasetName: row.dataset_name,
          version: row.version,
          file: row.file,
          message: row.message,
          createdAt: iso(row.created_at),
          answer: row.answer,
          answeredAt: iso(row.answered_at),
        })),
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
        mailPreferences: await mailPreferences(userId),
        recalls: (await recalls(userId)).map((row) => ({
          dataset: row.dataset_name,
          version: row.version,
          filesWhole: row.whole,
          filesInPart: row.partial,
          at: iso(row.sent_at),
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
