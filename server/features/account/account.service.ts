import { randomInt } from 'node:crypto';
import type { register, sendValidCode } from '../../../contract/account.ts';
import type { BodyOf } from '../../../contract/endpoint.ts';
import { limits } from '../../../contract/limits.ts';
import { type Captchas, checkStrength, hashPassword } from '../../auth/index.ts';
import { alreadyRegisteredMail, codeMail } from '../../mail/index.ts';
import { addressKey } from '../../shared/address-key.ts';
import type { AccountStore } from './account.store.ts';
import type { ValidCodes } from './valid-codes.ts';

const MINUTE = 60_000;
const CODE_LIFE = 10 * MINUTE;
const DAY = 24 * 60 * MINUTE;
const CODES_A_DAY = 10;
/** Limits on codes per e-mail address: [window in ms, count]. */
const CODE_LIMITS: [number, number][] = [
  [MINUTE, 1],
  [60 * MINUTE, 5],
  [DAY, CODES_A_DAY],
];

interface Dependencies {
  store: AccountStore;
  captchas: Captchas;
  codes: ValidCodes;
  /** Name and public URL for mails. */
  site: () => Promise<{ name: string; publicUrl: string }>;
  /** Multiplies the rate limits; 0 switches them off. */
  limitFactor: number;
  now: () => number;
}

/** Registration, up to the pending application. */
export function accountService(given: Dependencies) {
  const { store, captchas, codes, now } = given;

  /**
   * In addition to the e-mail address's own limits: a requester gets no more of a day's codes than are left for others,
   * so that an anonymous client cannot exhaust what the address's owner may need.
   */
  async function overLimit(email: string, asker: string): Promise<boolean> {
    const factor = given.limitFactor;
    if (factor === 0) return false;
    const sent = await store.codesSince(email, now() - DAY);
    const within = (window: number) => sent.filter(({ at }) => at > now() - window).length;
    const own = sent.filter((code) => code.asker === asker).length;
    return (
      CODE_LIMITS.some(([window, most]) => within(window) >= most * factor) ||
      own >= CODES_A_DAY * factor - sent.length
    );
  }

  return {
    /**
     * The response is the same for every well-formed address, registered or not; over the address's limit nothing more
     * is sent and earlier codes stay valid (decisions §2).
     * @throws AppError 400 for a wrong captcha
     */
    async sendValidCode(
      { email, purpose, captcha }: BodyOf<typeof sendValidCode>,
      ip: string,
    ): Promise<void> {
      await captchas.check(captcha);
      const asker = codes.asker(addressKey(ip));
      if (await overLimit(email, asker)) return;
      const registered = await store.isRegistered(email);
      const site = await given.site();
      const code = String(randomInt(10 ** limits.validCodeDigits)).padStart(limits.validCodeDigits, '0');
      const useful = registered === (purpose === 'reset');
      const unwanted = registered && !useful;
      const mail = unwanted ? alreadyRegisteredMail(site, email) : codeMail(site, email, purpose, code);
      // A reset for an unknown address: the same work, but the mail is not sent (threat 22).
      const leaves = useful || unwanted;
      await store.issueCode(
        {
          email,
          purpose,
          hash: useful ? codes.hash(email, code) : null,
          expiresAt: now() + CODE_LIFE,
          asker,
        },
        { mail, leaves },
        now(),
      );
    },

    /** @throws AppError 400 for a wrong code, or for a weak password, after which the code is still valid */
    async register(body: BodyOf<typeof register>): Promise<{ status: 'pending' | 'approved' }> {
      // Checked first: the password threads work only for a proven address (threat 34).
      const codeId = await codes.find(body.email, 'register', body.validCode);
      if (codeId === undefined) throw codes.wrong();
      const personal = [body.email, body.firstName, body.familyName, body.affiliation];
      await checkStrength(body.password, personal, 'user');
      const passwordHash = await hashPassword(body.password, 'user');
      const status = await store.register(
        codeId,
        {
          email: body.email,
          passwordHash,
          firstName: body.firstName,
          familyName: body.familyName,
          affiliation: body.affiliation,
          purpose: body.purpose,
          country: body.country ?? null,
        },
        now(),
      );
      if (!status) throw codes.wrong();
      // A suspension is disclosed only to the signed-in owner of the address.
      return { status: status === 'approved' ? 'approved' : 'pending' };
    },

    async captcha() {
      return captchas.challenge();
    },
  };
}
