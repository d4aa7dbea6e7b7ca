import { AppError, invalid } from '../shared/errors.ts';
import type { OwnPasswordStore } from './own-password.store.ts';
import { checkPassword } from './passwords.ts';
import { slidingLimiter } from './sliding-limiter.ts';

/**
 * A thief of a session must not guess the password or code with it: the limit is that of an account's failed logins.
 */
const WINDOW = 15 * 60_000;
const MOST = 5;

/**
 * Proves that a signed-in administrator is at the keyboard, before operations that a stolen session must not perform.
 * @param factor multiplies the limit on failures, 0 switches it off
 */
export function ownAdminProof(store: OwnPasswordStore, factor: number, now: () => number) {
  const most = factor === 0 ? Number.POSITIVE_INFINITY : Math.ceil(MOST * factor);
  const budget = slidingLimiter(WINDOW, most, now);

  /**
   * Runs a check of a password or code under the limit.
   * @throws AppError 429 after too many failures
   */
  async function limited(adminId: string, check: () => Promise<boolean>): Promise<boolean> {
    if (!(await budget.enter(adminId))) {
      throw new AppError(429, 'Too many wrong tries. Please try again later.', {
        retryAfter: budget.wait(adminId),
      });
    }
    let right = false;
    try {
      right = await check();
      return right;
    } finally {
      budget.leave(adminId, !right);
    }
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
