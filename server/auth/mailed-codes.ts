import { createHmac, randomInt } from 'node:crypto';
import { limits } from '../../contract/limits.ts';
import type { Queries } from '../database/index.ts';
import type { Mail } from '../mail/index.ts';
import { addressKey } from '../shared/address-key.ts';
import { invalid } from '../shared/errors.ts';
import type { CodePurpose, MailedCodeStore, SentCode } from './mailed-codes.store.ts';

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

interface NewCode {
  email: string;
  purpose: CodePurpose;
  /** The mail that goes out, with the code in it if it is a useful one. */
  mail: (code: string) => Mail;
  /** False: the mail carries no code, so none is stored. */
  useful: boolean;
  /** False: nothing is mailed, though the work is the same (threat 22). */
  leaves: boolean;
}

interface Dependencies {
  store: MailedCodeStore;
  /** Codes are short: their hashes need a key that is not in the table. */
  key: string;
  /** Multiplies the rate limits; 0 switches them off. */
  factor: number;
  now: () => number;
}

/** Codes sent by mail, which prove that an address is the person's: 8 digits, 10 minutes, 5 tries, once. */
export function mailedCodes({ store, key, factor, now }: Dependencies) {
  const hash = (email: string, code: string): string =>
    createHmac('sha256', key).update(`${email}\n${code}`).digest('hex');

  /** Pseudonym of a requester's IP address: distinguishable, but not stored in clear. */
  const askerOf = (address: string): string =>
    createHmac('sha256', key).update(`asker\n${address}`).digest('hex');

  /**
   * In addition to the e-mail address's own limits: a requester gets no more of a day's codes than are left for others,
   * so that an anonymous client cannot exhaust what the address's owner may need.
   */
  async function isOver(asker: string, sentSince: (since: number) => Promise<SentCode[]>): Promise<boolean> {
    if (factor === 0) return false;
    const sent = await sentSince(now() - DAY);
    const within = (window: number) => sent.filter(({ at }) => at > now() - window).length;
    const own = sent.filter((code) => code.asker === asker).length;
    return (
      CODE_LIMITS.some(([window, most]) => within(window) >= most * factor) ||
      own >= CODES_A_DAY * factor - sent.length
    );
  }

  return {
    /** Whether the address may be sent no more for now; earlier codes stay valid. */
    isOverLimit: (email: string, ip: string): Promise<boolean> =>
      isOver(askerOf(addressKey(ip)), (since) => store.since(email, since)),

    /** Stores a new code and its mail, in one transaction, unless the address is over its limit by now. */
    async send({ email, purpose, mail, useful, leaves }: NewCode, ip: string): Promise<void> {
      const code = String(randomInt(10 ** limits.validCodeDigits)).padStart(limits.validCodeDigits, '0');
      const asker = askerOf(addressKey(ip));
      await store.issue(
        { email, purpose, hash: useful ? hash(email, code) : null, expiresAt: now() + CODE_LIFE, asker },
        { mail: mail(code), leaves },
        now(),
        (sentSince) => isOver(asker, sentSince),
      );
    },

    /**
     * The id of the entered code; undefined when none matches, which costs each open code an attempt (threat 10). It
     * stays valid until it is consumed.
     */
    find: (email: string, purpose: CodePurpose, entered: string): Promise<string | undefined> =>
      store.judge(email, purpose, hash(email, entered.replace(/\s/g, '')), now()),

    /** Consumes a found code; false when it was consumed meanwhile. */
    use: (id: string, on?: Queries): Promise<boolean> => store.use(id, now(), on),

    wrong: () =>
      invalid(
        'validCode',
        'This code is wrong or no longer good. Ask for a new one if it was sent over 10 minutes ago.',
      ),
  };
}

export type MailedCodes = ReturnType<typeof mailedCodes>;
