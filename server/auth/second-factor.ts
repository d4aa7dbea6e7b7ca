import { createHmac, randomInt } from 'node:crypto';
import type { Queries } from '../database/index.ts';
import type { TextCipher } from '../shared/text-cipher.ts';
import type { Note } from './audit.ts';
import { ofAdministrator, type SecondFactorStore } from './second-factor.store.ts';
import { newTotpSecret, stepOf } from './totp.ts';

/** Without the letters and digits that look alike. 12 of them: 59 bits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 12;
const CODES = 10;

const newCode = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** `abcdefghjkmn` as people copy it: `abcd-efgh-jkmn`. */
const grouped = (code: string): string => code.replace(/.{4}(?=.)/g, '$&-');

/**
 * An administrator's second factor: codes of an authenticator app, or recovery codes in the same field.
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
   * Whether an entered code is right and was not used before. It is used up by this.
   * @param stored the secret as it is stored
   * @param on the caller's transaction, when there is one
   */
  async function take(adminId: string, stored: string, entered: string, on?: Queries): Promise<boolean> {
    const code = entered.replace(/[\s-]/g, '').toLowerCase();
    if (!/^\d{6}$/.test(code)) return store.takeRecoveryCode(adminId, hashCode(adminId, code), now(), on);
    const step = stepOf(secretOf(adminId, stored), code, now());
    return step !== undefined && (await store.takeStep(adminId, stored, step, on));
  }

  return {
    take,

    /** @returns a secret that does not count yet; undefined when a second factor is on already */
    async begin(adminId: string, note: Note<void>): Promise<string | undefined> {
      const secret = newTotpSecret();
      const encrypted = cipher.encrypt(secret, ofAdministrator(adminId));
      return (await store.begin(adminId, encrypted, note)) ? secret : undefined;
    },

    /**
     * Turns a pending secret on when `entered` is a code from it.
     * @param pending as it is stored
     * @returns the recovery codes, which are readable only now; undefined for a wrong code
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
     * Turns it off for who enters a code, which is used up together with that.
     * @param stored the secret as it is stored
     * @returns false for a code that is wrong or was used before
     */
    disable: (adminId: string, stored: string, entered: string, note: Note<void>): Promise<boolean> =>
      store.disable(adminId, stored, (trx) => take(adminId, stored, entered, trx), note),

    codesLeft: store.codesLeft,
  };
}

export type SecondFactor = ReturnType<typeof secondFactor>;
