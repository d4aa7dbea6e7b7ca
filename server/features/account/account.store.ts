import type { UserStatus } from '../../../contract/session.ts';
import { addApplicant, type NewUser, type Settle } from '../../approval/index.ts';
import type { MailedCodes } from '../../auth/index.ts';
import { type Db, isDuplicate } from '../../database/index.ts';

export function accountStore(db: Db, settle: Settle, codes: Pick<MailedCodes, 'use'>) {
  return {
    async isRegistered(email: string): Promise<boolean> {
      const row = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
      return row !== undefined;
    },

    /**
     * Consumes the code and inserts the user, in one transaction.
     * @returns the status after the approval rules; undefined when the code was consumed or the address registered
     * meanwhile
     */
    async register(codeId: string, user: NewUser, now: number): Promise<UserStatus | undefined> {
      try {
        return await db.transaction().execute(async (trx) => {
          if (!(await codes.use(codeId, trx))) return undefined;
          return (await addApplicant(trx, settle, user, now)).status;
        });
      } catch (error) {
        if (isDuplicate(error)) return undefined;
        throw error;
      }
    },
  };
}

export type AccountStore = ReturnType<typeof accountStore>;
