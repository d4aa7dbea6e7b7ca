import { AppError, invalid } from '../shared/errors.ts';
import type { AccountFailureStore } from './account-failures.store.ts';
import { accountLimit } from './account-limit.ts';
import type { OwnPasswordStore } from './own-password.store.ts';
import { checkPassword } from './passwords.ts';

interface Dependencies {
  store: OwnPasswordStore;
  failures: AccountFailureStore;
  /** Multiplies the limit on failures, 0 switches it off. */
  factor: number;
  now: () => number;
}

/**
 * Checks a signed-in user's password once more, before operations that a stolen session must not perform. A thief must
 * not guess the password with it: the limit is that of an account's failed logins.
 */
export function ownPasswordCheck({ store, failures, factor, now }: Dependencies) {
  const limit = accountLimit({
    store: failures,
    kind: 'own password',
    factor,
    reached: (retryAfter) =>
      new AppError(429, 'Too many wrong passwords. Please try again later.', { retryAfter }),
    now,
  });

  /**
   * @param field the input's name, for the field error
   * @returns the stored hash that the password matched
   * @throws AppError 400 when it is wrong, 429 after too many failures
   */
  return (userId: string, password: string, field: string) =>
    limit.attempt(userId, async (judge) => {
      const user = await store.user(userId);
      if (!user) throw new AppError(401, 'Please sign in first.');
      const right = await checkPassword(password, user.password_hash, 'user');
      await judge(right);
      if (!right) throw invalid(field, 'This is not your current password.');
      return {
        passwordHash: user.password_hash,
        personal: [user.email, user.first_name, user.family_name, user.affiliation],
      };
    });
}

export type OwnPasswordCheck = ReturnType<typeof ownPasswordCheck>;
