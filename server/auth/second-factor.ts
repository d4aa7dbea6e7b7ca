import { createHmac, randomInt } from 'node:crypto';
import type { Queries } from '../database/index.ts';
import type { TextCipher } from '../shared/text-cipher.ts';
import type { Note } from './audit.ts';
import { ofAdministrator, type SecondFactorStore } from './second-factor.store.ts';
import { newTotpSecret, stepOf } from './totp.ts';

/** Without look-alike letters and digits. 12 characters: 59 bits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 12;
const CODES = 10;

const newCode = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Groups a code for reading: `abcdefghjkmn` becomes `abcd-efgh-jkmn`. */
const grouped = (code: string): string => code.replace(/.{4}(?=.)/g, '$&-');

/**
 * An administrator's second factor: TOTP codes, or recovery codes in the same field.
 * @param keys recovery codes are short: their hashes need a key that is not in the table; `cipher` encrypts the secrets
 */
export function secondFactor(
  store: SecondFactorStore,
  { recovery, cipher }: { recovery: string; cipher: TextCipher },
  now: () => number,
) {
  const secretOf = (adminId: string, stored: string): string =>
    cipher.decrypt(stored, ofAdministrator(adminId));
  const hashCode = (adminId: string, code: string): string =>
    createHmac('sha256', recovery).update(`${adminId}\n${code}`).digest('hex');

  /**
   * Whether an entered code is right and unused; consumes it.
   * @param stored the secret as it is stored
   */
  async function take(trx: Queries, adminId: string, stored: string, entered: string): Promise<boolean> {
    const code = entered.replace(/[\s-]/g, '').toLowerCase();
    if (!/^\d{6}$/.test(code)) return store.takeRecoveryCode(trx, adminId, hashCode(adminId, code), now());
    const step = stepOf(secretOf(adminId, stored), code, now());
    return step !== undefined && (await store.takeStep(trx, adminId, stored, step));
  }

  return {
    take,

    /**
     * As `take`, in a transaction of its own.
     * @param allowed is asked about a right code; when it throws, the code stays unused
     */
    takeIf: (
      adminId: string,
      stored: string,
      entered: string,
      allowed: (on: Queries) => Promise<void>,
    ): Promise<boolean> =>
      store.transaction(async (trx) => {
        if (!(await take(trx, adminId, stored, entered))) return false;
        await allowed(trx);
        return true;
      }),

    /** @returns a pending secret; undefined when a second factor is on already */
    async begin(adminId: string, note: Note<void>): Promise<string | undefined> {
      const secret = newTotpSecret();
      const encrypted = cipher.encrypt(secret, ofAdministrator(adminId));
      return (await store.begin(adminId, encrypted, note)) ? secret : undefined;
    },

    /**
     * Activates a pending secret when `entered` is a code of it.
     * @param pending as it is stored
     * @returns the recovery codes, readable only now; undefined for a wrong code
     */
    async confirm(
      adminId: string,
      pending: string,
      entered: string,
      note: Note<void>,
    ): Promise<string[] | undefined> {
      const step = stepOf(secretOf(adminId, pending), entered.replace(/[\s-]/g, ''), now());
      if (step === undefined) return undefined;
      const codes = Array.from({ length: CODES }, newCode);
      const hashes = codes.map((code) => hashCode(adminId, code));
      return (await store.confirm(adminId, pending, { step, hashes }, note)) ? codes.map(grouped) : undefined;
    },

    /**
     * Turns it off for a valid code, which is consumed in the same transaction.
     * @param stored the secret as it is stored
     * @returns false for a code that is wrong or already used
     */
    disable: (adminId: string, stored: string, entered: string, note: Note<void>): Promise<boolean> =>
      store.disable(adminId, stored, (trx) => take(trx, adminId, stored, entered), note),

    codesLeft: store.codesLeft,
  };
}

export type SecondFactor = ReturnType<typeof secondFactor>;
