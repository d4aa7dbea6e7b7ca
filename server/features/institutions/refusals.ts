import { AppError, conflict, invalid } from '../../shared/errors.ts';
import type { NotLinked } from './spend-ticket.store.ts';

/** For a code or ticket that is used, over, unknown or of another browser: which of them is not disclosed. */
export const signInOver = (): AppError =>
  new AppError(400, 'This sign-in is over or was used already. Please start it again.');

/** Of an administrator's second factor. */
export const wrongCode = (): AppError =>
  invalid('totp', 'This code is wrong or was used already. Wait for the next one.');

/** @throws AppError that says why a link was not made */
export function assertLinked(why: NotLinked | undefined): void {
  if (why === 'over') throw signInOver();
  if (why === 'taken') throw conflict('This sign-in is linked to another account here already.');
  if (why === 'code') throw wrongCode();
  if (why === 'suspended') {
    throw new AppError(403, 'This sign-in belonged to a suspended account. Please write to the laboratory.');
  }
}
