import { t } from '#texts';
import type { AuditEntry } from '../../../../contract/administrators.ts';
import { subjectOf } from './people.ts';

const names = t.admin.audit.actions;
const named = (key: string) => (Object.hasOwn(names, key) ? names[key] : undefined);

type Told = Pick<AuditEntry, 'action' | 'after'>;

/**
 * What was done, with `{}` in the subject's place: "Approved {}". A decision by the state it led to. An action without
 * words is shown as the call itself.
 */
export function wordsFor({ action, after }: Told): string {
  const status = typeof after === 'object' && after !== null && 'status' in after ? after.status : undefined;
  return named(`${action} → ${status}`) ?? named(action) ?? `${action} {}`;
}

/** The entry as a sentence: "Approved Ada Lovelace". */
export const sentence = (entry: AuditEntry): string => wordsFor(entry).replace('{}', () => subjectOf(entry));
