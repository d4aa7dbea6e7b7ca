import { type Challenge, createChallenge, randomInt, type Solution, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as z from 'zod';
import { invalid } from '../shared/errors.ts';
import type { Message } from '../shared/messages.ts';
import type { captchaStore } from './captcha.store.ts';

const LIFETIME = 5 * 60_000;
/** ms by which the machines of two servers may be apart, of which one made what the other checks. */
const APART = 10_000;
const ALGORITHM = 'PBKDF2/SHA-256';
/** PBKDF2 iterations of one attempt, and the expected attempts: about a second's work on a mid-range phone. */
const COST = 5_000;
const TRIES = { least: 150, most: 350 };

const payload = z.object({
  challenge: z.object({
    parameters: z.looseObject({ expiresAt: z.int(), nonce: z.string() }),
    signature: z.string().regex(/^[0-9a-f]{1,128}$/),
  }),
  solution: z.looseObject({ counter: z.number(), derivedKey: z.string() }),
});

const refused = (message: Message) => invalid('captcha', message);

/**
 * ALTCHA's proof of work (decisions §2): no picture to decipher, no third party. A challenge is signed, good for
 * five minutes and used up by the first check, passed or not (threat 23).
 * @param effort multiplies the work; 0 leaves next to none
 */
export function captchas(store: ReturnType<typeof captchaStore>, key: string, effort: number) {
  return {
    async challenge(): Promise<{ parameters: Record<string, unknown>; signature: string }> {
      const least = Math.round(TRIES.least * effort);
      const { parameters, signature = '' } = await createChallenge({
        algorithm: ALGORITHM,
        cost: effort === 0 ? 1 : COST,
        counter: randomInt(least, Math.round(TRIES.most * effort) + 1),
        deriveKey,
        expiresAt: new Date(Date.now() + LIFETIME),
        hmacSignatureSecret: key,
        hmacKeySignatureSecret: `${key}.derived`,
      });
      return { parameters: { ...parameters }, signature };
    },

    /** @throws AppError 400 with the field `captcha` when it is wrong, expired or already used */
    async check(encoded: string): Promise<void> {
      let json: unknown;
      try {
        json = JSON.parse(Buffer.from(encoded, 'base64').toString('utf8'));
      } catch {
        throw refused('The check that you are not a robot could not be read. Please do it again.');
      }
      const parsed = payload.safeParse(json);
      if (!parsed.success) {
        throw refused('The check that you are not a robot could not be read. Please do it again.');
      }
      const { challenge, solution } = parsed.data;
      const expiresAt = challenge.parameters.expiresAt * 1000;
      // The machine's clock, since the library compares with it too.
      const now = Date.now();
      const inTime = expiresAt > now && expiresAt <= now + LIFETIME + APART;
      // Consumed before it is verified: of concurrent uses of one challenge, at most one succeeds.
      if (!inTime || !(await store.use(challenge.signature, expiresAt, now - APART))) {
        throw refused('The check that you are not a robot has expired. Please do it again.');
      }
      const result = await verifySolution({
        challenge: challenge as unknown as Challenge,
        solution: solution as unknown as Solution,
        deriveKey,
        hmacSignatureSecret: key,
        hmacKeySignatureSecret: `${key}.derived`,
      }).catch(() => ({ verified: false }));
      if (!result.verified) throw refused('The check that you are not a robot failed. Please do it again.');
    },
  };
}

export type Captchas = ReturnType<typeof captchas>;
