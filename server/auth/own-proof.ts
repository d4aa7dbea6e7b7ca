import { invalid } from '../shared/errors.ts';
import type { MailedCodes } from './mailed-codes.ts';
import type { OwnPasswordStore } from './own-password.store.ts';
import type { OwnPasswordCheck } from './own-password.ts';

/** What a person enters to prove that it is them: the password, or a code mailed to their address. */
export interface Proof {
  password?: string | undefined;
  validCode?: string | undefined;
}

interface Dependencies {
  store: OwnPasswordStore;
  ownPassword: OwnPasswordCheck;
  codes: MailedCodes;
}

/**
 * Proves that the person of an account is at the keyboard, by the password or by a mailed code: who signs in with an
 * institution may have no password (access.md).
 */
export function ownProofCheck({ store, ownPassword, codes }: Dependencies) {
  /**
   * @param field the password's input, for the field error
   * @returns the stored hash, which must be unchanged when the change is made; words that a new password must not be
   * made of; and `spend`, which uses up a mailed code, in the transaction of the change if it has one
   * @throws AppError 400 when it is wrong or missing, 429 after too many wrong passwords
   */
  return async (userId: string, { password, validCode }: Proof, field = 'password') => {
    if (password !== undefined || validCode === undefined) {
      if (password === undefined) throw invalid(field, 'Enter your password.');
      return { ...(await ownPassword(userId, password, field)), spend: async () => {} };
    }
    const user = await store.user(userId);
    const codeId = user && (await codes.find(user.email, 'confirm', validCode));
    if (!user || codeId === undefined) throw codes.wrong();
    return {
      passwordHash: user.password_hash,
      personal: [user.email, user.first_name, user.family_name, user.affiliation],
      spend: async (on?: Parameters<MailedCodes['use']>[1]): Promise<void> => {
        if (!(await codes.use(codeId, on))) throw codes.wrong();
      },
    };
  };
}

export type OwnProofCheck = ReturnType<typeof ownProofCheck>;
