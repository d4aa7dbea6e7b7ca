import { t } from '#texts';
import type { AuditEntry } from '../../../../contract/administrators.ts';

const words = t.admin.audit;

/** Who did it. A try to sign in was anybody's. */
export function whoDid({ adminName, action, userName, userId }: AuditEntry): string {
  if (adminName !== '') return adminName;
  if (userId === null || action.endsWith(' (failed)')) return words.unknown;
  return userName ?? words.formerUser;
}

/** What it was done to; a user by their name, as long as there is the account. */
export function subjectOf({ subject, userId, userName }: AuditEntry): string {
  if (userId !== null) return userName ?? words.formerUser;
  return Object.hasOwn(words.subjects, subject) ? (words.subjects[subject] ?? subject) : subject;
}
