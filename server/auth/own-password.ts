import { AppError, invalid } from '../shared/errors.ts';
import type { OwnPasswordStore } from './own-password.store.ts';
import { checkPassword } from './passwords.ts';
import { slidingLimiter } from './sliding-limiter.ts';

/** A thief of a session must not guess the password with it: the limit is that of an account's failed logins. */
const WINDOW = 15 * 60_000;
const MOST = 5;

/**
 * Checks a signed-in user's password once more, before operations that a stolen session must not perform.
 * @param factor multiplies the limit on failures, 0 switches it off
 */
export function ownPasswordCheck(store: OwnPasswordStore, factor: number, now: () => number) {
  const budget = slidingLimiter(
    WINDOW,
    factor === 0 ? Number.POSITIVE_INFINITY : Math.ceil(MOST * factor),
    now,
  );

  /**
   * @param field the input's name, for the field error
   * @returns the stored hash that the password matched
   * @throws AppError 400 when it is wrong, 429 after too many failures
   */
  return async (userId: string, password: string, field: string) => {
    if (!(await budget.enter(userId))) {
      throw new AppError(429, 'Too many wrong passwords. Please try again later.', {
        retryAfter: budget.wait(userId),
      });
    }
    let failed = false;
    try {
      const user = await store.user(userId);
      if (!user) throw new AppError(401, 'Please sign in first.');
      failed = !(await checkPassword(password, user.password_hash, 'user'));
      if (failed) throw invalid(field, 'This is not your current password.');
      return {
        passwordHash: user.password_hash,
        personal: [user.email, user.first_name, user.family_name, user.affiliation],
      };
    } finally {
      budget.leave(userId, failed);
    }
  };
}

export type OwnPasswordCheck = ReturnType<typeof ownPasswordCheck>;
