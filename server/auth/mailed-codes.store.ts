import { advisoryLock, type Db, type Queries, type ValidCodesTable } from '../database/index.ts';
import { type Mail, postMail } from '../mail/index.ts';
import { newId } from '../shared/ids.ts';
import type { TextCipher } from '../shared/text-cipher.ts';

export type CodePurpose = ValidCodesTable['purpose'];

const TRIES = 5;

/** A code that was sent: when, and the hashed requester. */
export interface SentCode {
  at: number;
  asker: string | null;
}

export function mailedCodeStore(db: Db, cipher: TextCipher) {
  return {
    /** The codes that were sent to the address since `since`. */
    async since(email: string, since: number, on: Queries = db): Promise<SentCode[]> {
      const rows = await on
        .selectFrom('valid_codes')
        .select(['created_at', 'asker'])
        .where('email', '=', email)
        .where('created_at', '>', since)
        .execute();
      return rows.map((row) => ({ at: row.created_at, asker: row.asker }));
    },

    /**
     * Inserts the code's row and its mail in one transaction; nothing when one was sent meanwhile by which the address
     * is over its limit.
     */
    async issue(
      code: { email: string; purpose: CodePurpose; hash: string | null; expiresAt: number; asker: string },
      { mail, leaves }: { mail: Mail; leaves: boolean },
      now: number,
      isOver: (sentSince: (since: number) => Promise<SentCode[]>) => Promise<boolean>,
    ): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await advisoryLock(trx, `code for ${code.email}`);
        if (await isOver((since) => this.since(code.email, since, trx))) return;
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
    async judge(email: string, purpose: CodePurpose, hash: string, now: number): Promise<string | undefined> {
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

    /** Consumes a code; false when it was consumed meanwhile: of concurrent uses one wins (threat 11). */
    async use(id: string, now: number, on: Queries = db): Promise<boolean> {
      const { numUpdatedRows } = await on
        .updateTable('valid_codes')
        .set({ used_at: now })
        .where('id', '=', id)
        .where('used_at', 'is', null)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },
  };
}

export type MailedCodeStore = ReturnType<typeof mailedCodeStore>;
