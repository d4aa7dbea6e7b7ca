import type { UserStatus } from '../../../contract/session.ts';
import type { Settle } from '../../approval/index.ts';
import { type Db, isDuplicate } from '../../database/index.ts';
import { type Mail, postMail } from '../../mail/index.ts';
import { newId, newOrderedId } from '../../shared/ids.ts';
import type { TextCipher } from '../../shared/text-cipher.ts';

export type CodePurpose = 'register' | 'reset';

export interface NewUser {
  email: string;
  passwordHash: string;
  firstName: string;
  familyName: string;
  affiliation: string;
  purpose: string;
  country: string | null;
}

const TRIES = 5;

export function accountStore(db: Db, settle: Settle, cipher: TextCipher) {
  return {
    async isRegistered(email: string): Promise<boolean> {
      const row = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
      return row !== undefined;
    },

    /** When codes were sent to the address since `since`, and the hashed requester of each. */
    async codesSince(email: string, since: number): Promise<{ at: number; asker: string | null }[]> {
      const rows = await db
        .selectFrom('valid_codes')
        .select(['created_at', 'asker'])
        .where('email', '=', email)
        .where('created_at', '>', since)
        .execute();
      return rows.map((row) => ({ at: row.created_at, asker: row.asker }));
    },

    /** Inserts the code's row and its mail in one transaction. */
    async issueCode(
      code: { email: string; purpose: CodePurpose; hash: string | null; expiresAt: number; asker: string },
      { mail, leaves }: { mail: Mail; leaves: boolean },
      now: number,
    ): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await trx
          .insertInto('valid_codes')
          .values({
            id: newId(),
            email: code.email,
            purpose: code.purpose,
            code_hash: code.hash,
            created_at: now,
            expires_at: code.expiresAt,
            tries: 0,
            used_at: null,
            asker: code.asker,
          })
          .execute();
        await postMail(trx, mail, { now, leaves, cipher });
      });
    },

    /**
     * Checks a code against all open ones of the address. A wrong code costs each of them an attempt; an expired one is
     * marked as used up, so that it stays so when the clock is set back. One conditional update compares and counts, so
     * that neither many client addresses nor parallel calls get more than five attempts (threats 10 and 11). A row
     * whose mail had no code is counted as well: the same writes for registered and unknown addresses (threat 22).
     * @param hash keyed hash of the input: the time of the database's comparison discloses nothing
     * @returns the id of the matching code
     */
    async judgeCode(
      email: string,
      purpose: CodePurpose,
      hash: string,
      now: number,
    ): Promise<string | undefined> {
      const rows = await db
        .updateTable('valid_codes')
        .set((eb) => ({
          tries: eb
            .case()
            .when('expires_at', '<=', now)
            .then(TRIES)
            .when('code_hash', '=', hash)
            .then(eb.ref('tries'))
            .else(eb('tries', '+', 1))
            .end(),
        }))
        .where('email', '=', email)
        .where('purpose', '=', purpose)
        .where('used_at', 'is', null)
        .where('tries', '<', TRIES)
        .returning(['id', 'code_hash', 'expires_at'])
        .execute();
      return rows.find((row) => row.code_hash === hash && row.expires_at > now)?.id;
    },

    /**
     * Consumes the code and inserts the user, in one transaction.
     * @returns the status after the approval rules; undefined when the code was consumed or the address registered
     * meanwhile
     */
    async register(codeId: string, user: NewUser, now: number): Promise<UserStatus | undefined> {
      try {
        return await db.transaction().execute(async (trx) => {
          const { numUpdatedRows } = await trx
            .updateTable('valid_codes')
            .set({ used_at: now })
            .where('id', '=', codeId)
            .where('used_at', 'is', null)
            .executeTakeFirstOrThrow();
          if (numUpdatedRows !== 1n) return undefined;
          const id = newId();
          await trx
            .insertInto('users')
            .values({
              id,
              email: user.email,
              password_hash: user.passwordHash,
              first_name: user.firstName,
              family_name: user.familyName,
              affiliation: user.affiliation,
              purpose: user.purpose,
              country: user.country,
              status: 'pending',
              status_reason: null,
              created_at: now,
              applied_at: now,
              reviewed_at: null,
              approved_until: null,
              reminded_at: null,
            })
            .execute();
          await trx
            .insertInto('reviews')
            .values({
              id: newOrderedId(),
              user_id: id,
              from_status: null,
              to_status: 'pending',
              reason: null,
              admin_id: null,
              at: now,
              undone_at: null,
              former: '{}',
            })
            .execute();
          return settle(trx, { id, email: user.email, firstName: user.firstName, applies: 'first' }, now);
        });
      } catch (error) {
        if (isDuplicate(error)) return undefined;
        throw error;
      }
    },
  };
}

export type AccountStore = ReturnType<typeof accountStore>;
