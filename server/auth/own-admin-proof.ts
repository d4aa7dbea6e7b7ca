import type { Queries } from '../database/index.ts';
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
 * Proves that a signed-in administrator is at the keyboard, before operations that a stolen session must not perform. A
 * thief must not guess the password or code with it: the limit is that of an account's failed logins.
 */
export function ownAdminProof({ store, failures, factor, now }: Dependencies) {
  const limit = accountLimit({
    store: failures,
    kind: 'own proof',
    factor,
    reached: (retryAfter) =>
      new AppError(429, 'Too many wrong tries. Please try again later.', { retryAfter }),
    now,
  });

  /**
   * Runs a check of a password or code under the limit.
   * @param check what changes something by a right one calls `allowed` in the transaction of the change
   * @throws AppError 429 after too many failures
   */
  function limited(
    adminId: string,
    check: (allowed: (on: Queries) => Promise<void>) => Promise<boolean>,
  ): Promise<boolean> {
    return limit.attempt(adminId, async (judge) => {
      let isAllowed = false;
      const right = await check(async (on) => {
        await judge(true, on);
        isAllowed = true;
      });
      if (!right || !isAllowed) await judge(right);
      return right;
    });
  }

  return {
    limited,

    /**
     * @param field the input's name, for the field error
     * @returns the stored hash that the password matched
     * @throws AppError 400 when it is wrong, 429 after too many failures
     */
    async password(adminId: string, password: string, field: string): Promise<string> {
      const { password_hash } = await store.administrator(adminId);
      const right = await limited(adminId, () => checkPassword(password, password_hash, 'admin'));
      if (!right) throw invalid(field, 'The password is not right.');
      return password_hash;
    },
  };
}

export type OwnAdminProof = ReturnType<typeof ownAdminProof>;
