import { t } from '#texts';
import type { AuditEntry } from '../../../../contract/administrators.ts';

const words = t.admin.audit;

/** The actor's name. A failed sign-in has none. */
export function whoDid({ adminName, action, userName, userId }: AuditEntry): string {
  if (adminName !== '') return adminName;
  if (userId === null || action.endsWith(' (failed)')) return words.unknown;
  return userName ?? words.aFormerUser;
}

/** The subject; a user by name, as long as the account exists. */
export function subjectOf({ subject, userId, userName }: AuditEntry): string {
  if (userId !== null) return userName ?? words.formerUser;
  return Object.hasOwn(words.subjects, subject) ? (words.subjects[subject] ?? subject) : subject;
}
