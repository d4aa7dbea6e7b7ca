import { AppError, conflict } from '../../shared/errors.ts';
import type { NotLinked } from './sign-ins.store.ts';

/** For a code or ticket that is used, over, unknown or of another browser: which of them is not disclosed. */
export const signInOver = (): AppError =>
  new AppError(400, 'This sign-in is over or was used already. Please start it again.');

/** @throws AppError that says why a link was not made */
export function assertLinked(why: NotLinked | undefined): void {
  if (why === 'over') throw signInOver();
  if (why === 'taken') throw conflict('This sign-in is linked to another account here already.');
  if (why === 'suspended') {
    throw new AppError(403, 'This sign-in belonged to a suspended account. Please write to the laboratory.');
  }
}
