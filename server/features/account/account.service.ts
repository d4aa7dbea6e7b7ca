import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { register, sendValidCode } from '../../../contract/account.ts';
import type { BodyOf } from '../../../contract/endpoint.ts';
import { limits } from '../../../contract/limits.ts';
import { invalid } from '../../errors.ts';
import type { Captchas } from '../../identity/captcha.ts';
import { checkStrength, hashPassword } from '../../identity/passwords.ts';
import { alreadyRegisteredMail, codeMail } from '../../jobs/mails.ts';
import type { AccountStore } from './account.store.ts';

const MINUTE = 60_000;
const CODE_LIFE = 10 * MINUTE;
/** Codes per address: [window in ms, how many]. */
const CODE_LIMITS: [number, number][] = [
  [MINUTE, 1],
  [60 * MINUTE, 5],
  [24 * 60 * MINUTE, 10],
];

interface Dependencies {
  store: AccountStore;
  captchas: Captchas;
  /** Codes are short: their hashes need a key that is not in the table. */
  codeKey: string;
  site: () => Promise<{ name: string; publicUrl: string }>;
  /** Multiplies the limits that count per time; 0 switches them off. */
  limitFactor: number;
  now: () => number;
}

/** Registration, up to the application that waits for the lab. */
export function accountService(given: Dependencies) {
  const { store, captchas, now } = given;
  const hashCode = (email: string, code: string): string =>
    createHmac('sha256', given.codeKey).update(`${email}\n${code}`).digest('hex');

  async function overLimit(email: string): Promise<boolean> {
    if (given.limitFactor === 0) return false;
    const sent = await store.codesSince(email, now() - 24 * 60 * MINUTE);
    return CODE_LIMITS.some(
      ([window, most]) => sent.filter((at) => at > now() - window).length >= most * given.limitFactor,
    );
  }

  /** The id of the code that was entered; undefined when none is right. */
  async function rightCode(email: string, entered: string): Promise<string | undefined> {
    const hash = Buffer.from(hashCode(email, entered.replace(/\s/g, '')));
    const rows = await store.takeTries(email, 'register', now());
    return rows.find((row) => row.code_hash && timingSafeEqual(hash, Buffer.from(row.code_hash)))?.id;
  }

  return {
    /**
     * The answer is the same for every well-formed address, whoever it belongs to; over the address's own limit
     * nothing more is sent and earlier codes stay good (decisions §2).
     * @throws AppError 400 for a wrong captcha
     */
    async sendValidCode({ email, purpose, captcha }: BodyOf<typeof sendValidCode>): Promise<void> {
      await captchas.check(captcha);
      if (await overLimit(email)) return;
      const registered = await store.isRegistered(email);
      const site = await given.site();
      const code = String(randomInt(10 ** limits.validCodeDigits)).padStart(limits.validCodeDigits, '0');
      const useful = registered === (purpose === 'reset');
      const unwanted = registered && !useful;
      const mail = unwanted ? alreadyRegisteredMail(site, email) : codeMail(site, email, purpose, code);
      // An unknown address that wants to reset: the same work, but its mail stays here (threat 22).
      const leaves = useful || unwanted;
      await store.issueCode(
        { email, purpose, hash: useful ? hashCode(email, code) : null, expiresAt: now() + CODE_LIFE },
        { mail, leaves },
        now(),
      );
    },

    /** @throws AppError 400 for a wrong code or a weak password */
    async register(body: BodyOf<typeof register>): Promise<{ status: 'pending' | 'approved' }> {
      const personal = [body.email, body.firstName, body.familyName, body.affiliation];
      await checkStrength(body.password, personal, 'user');
      const codeId = await rightCode(body.email, body.validCode);
      const wrong = () =>
        invalid(
          'validCode',
          'This code is wrong or no longer good. Ask for a new one if it was sent over 10 minutes ago.',
        );
      if (codeId === undefined) throw wrong();
      const status = 'pending';
      const made = await store.register(
        codeId,
        {
          email: body.email,
          passwordHash: await hashPassword(body.password, 'user'),
          firstName: body.firstName,
          familyName: body.familyName,
          affiliation: body.affiliation,
          purpose: body.purpose,
          country: body.country ?? null,
          status,
        },
        now(),
      );
      if (!made) throw wrong();
      return { status };
    },

    async captcha() {
      return captchas.challenge();
    },
  };
}
