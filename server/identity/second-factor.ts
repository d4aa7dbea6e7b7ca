import { createHmac, randomInt } from 'node:crypto';
import type { SecondFactorStore } from './second-factor.store.ts';
import { stepOf } from './totp.ts';

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
 * @param key recovery codes are short: their hashes need a key that is not in the table
 */
export function secondFactor(store: SecondFactorStore, key: string, now: () => number) {
  const hashCode = (adminId: string, code: string): string =>
    createHmac('sha256', key).update(`${adminId}\n${code}`).digest('hex');

  return {
    /** Whether an entered code is right and was not used before. It is used up by this. */
    async take(adminId: string, secret: string, entered: string): Promise<boolean> {
      const code = entered.replace(/[\s-]/g, '').toLowerCase();
      if (!/^\d{6}$/.test(code)) return store.takeRecoveryCode(adminId, hashCode(adminId, code), now());
      const step = stepOf(secret, code, now());
      return step !== undefined && (await store.takeStep(adminId, secret, step));
    },

    /**
     * Turns a pending secret on when `entered` is a code from it.
     * @returns the recovery codes, which are readable only now; undefined for a wrong code
     */
    async confirm(adminId: string, pending: string, entered: string): Promise<string[] | undefined> {
      const step = stepOf(pending, entered.replace(/[\s-]/g, ''), now());
      if (step === undefined) return undefined;
      const codes = Array.from({ length: CODES }, newCode);
      const hashes = codes.map((code) => hashCode(adminId, code));
      return (await store.confirm(adminId, pending, step, hashes)) ? codes.map(grouped) : undefined;
    },
  };
}

export type SecondFactor = ReturnType<typeof secondFactor>;
