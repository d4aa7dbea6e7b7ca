import { t } from '#texts';
import { CallError } from '../../../api/call.ts';
import { failureWords } from '../../../api/failure-words.ts';
import type { Problem } from './error-summary.tsx';

/** What a form of few fields shows in its summary of a failed call, also after the toast has gone (decisions §10). */
export function problemsOf(error: unknown): Problem[] {
  if (!(error instanceof CallError)) return [{ message: t.account.noAnswer }];
  const { errors } = error;
  return errors.length > 0 ? errors.map(({ message }) => ({ message })) : [{ message: failureWords(error) }];
}
