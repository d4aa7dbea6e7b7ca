import type { changePassword, resetPassword } from '../../../contract/account.ts';
import type { BodyOf } from '../../../contract/endpoint.ts';
import { checkStrength, hashPassword, type MailedCodes, type OwnProofCheck } from '../../auth/index.ts';
import { conflict, invalid } from '../../shared/errors.ts';
import type { PasswordStore } from './password.store.ts';

interface Dependencies {
  store: PasswordStore;
  ownProof: OwnProofCheck;
  codes: MailedCodes;
  now: () => number;
}

/** Changes a password by the old one or by a mailed code. Both end all sessions and tickets (threat 12). */
export function passwordService({ store, ownProof, codes, now }: Dependencies) {
  return {
    /**
     * Who has no password proves by a mailed code, and sets their first.
     * @throws AppError 400 for a wrong old or a weak new password, 429 after too many failures
     */
    async change(userId: string, body: BodyOf<typeof changePassword>): Promise<void> {
      const proof = { password: body.oldPassword, validCode: body.validCode };
      const { passwordHash, personal, spend } = await ownProof(userId, proof, 'oldPassword');
      if (body.newPassword === body.oldPassword) {
        throw invalid('newPassword', 'Choose a password that differs from the current one.');
      }
      await checkStrength(body.newPassword, personal, 'user', 'newPassword');
      const fresh = await hashPassword(body.newPassword, 'user');
      if (!(await store.change({ userId, oldHash: passwordHash, newHash: fresh, spend }, now()))) {
        throw conflict('Your password has just been changed elsewhere. Please sign in again.');
      }
    },

    /**
     * The same response and work for every address without such a code, registered or not (threat 22).
     * @throws AppError 400 for a wrong code, or for a weak password, after which the code is still valid
     */
    async reset({ email, validCode, password }: BodyOf<typeof resetPassword>): Promise<void> {
      // Checked first: the password threads work only for a proven address (threat 34), and a refusal that depends on
      // the person's name would disclose that the address is registered.
      const codeId = await codes.find(email, 'reset', validCode);
      if (codeId === undefined) throw codes.wrong();
      await checkStrength(password, [email, ...(await store.personal(email))], 'user');
      const passwordHash = await hashPassword(password, 'user');
      if (!(await store.reset(codeId, email, passwordHash, now()))) throw codes.wrong();
    },
  };
}
