import { limits } from '../../contract/limits.ts';
import { invalid } from '../shared/errors.ts';
import type { Costs } from './password.task.ts';
import type { Strength } from './password-strength.ts';
import { inPasswordThread } from './password-threads.ts';
import type { Identity } from './session.store.ts';

/** Argon2id's costs (threats.md, "Server"): memory in KiB. */
const costs: Record<Identity, Costs> = {
  user: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  admin: { memoryCost: 65_536, timeCost: 3, parallelism: 1 },
};

export async function hashPassword(password: string, identity: Identity): Promise<string> {
  return String(await inPasswordThread({ password, costs: costs[identity] }));
}

/** A dummy hash: verifying against it takes as long as against a real one. */
function dummyHash(identity: Identity): string {
  const { memoryCost, timeCost, parallelism } = costs[identity];
  const [salt, hash] = [Buffer.alloc(16), Buffer.alloc(32)].map((bytes) =>
    bytes.toString('base64').replaceAll('=', ''),
  );
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${salt}$${hash}`;
}

/**
 * Whether the password matches `stored`. For an unknown person (`undefined`) and for one without a password (empty) it
 * is verified against the dummy hash, so that all cost the same work (threat 22).
 */
export async function checkPassword(
  password: string,
  stored: string | undefined,
  identity: Identity,
): Promise<boolean> {
  const right = await inPasswordThread({ password, stored: stored || dummyHash(identity) });
  return Boolean(stored) && right === true;
}

/** Of 0 to 4; below 3 an offline attack on a slow hash succeeds in reasonable time. */
const STRONG_ENOUGH = 3;

/** Characters that must remain of a password without personal words. */
const LEAST_REMAINING = 8;

/** The estimate takes "AdaLovelace1" for three unrelated words; without the name one digit remains. */
function isMostly(words: string[], password: string): boolean {
  const whole = password.toLowerCase().replace(/[\s\p{P}]/gu, '');
  let rest = whole;
  for (const word of [...words].sort((a, b) => b.length - a.length)) rest = rest.replaceAll(word, '');
  return rest !== whole && [...rest].length < LEAST_REMAINING;
}

/**
 * Refuses short and guessable passwords, with the reason. Runs in the password threads: the caller must have
 * authenticated, or proved that the address is theirs (threat 34).
 * @param personal words an attacker would try first: name, address, affiliation
 * @param field the input's name, for the field error
 * @throws AppError 400, or 503 when the threads' queue is full
 */
export async function checkStrength(
  password: string,
  personal: string[],
  identity: Identity,
  field = 'password',
): Promise<void> {
  const least = identity === 'admin' ? limits.adminPasswordMin : limits.userPasswordMin;
  if ([...password].length < least) throw invalid(field, `Use at least ${least} characters.`);
  if (password.length > limits.passwordMax)
    throw invalid(field, `Use at most ${limits.passwordMax} characters.`);
  const words = [...personal, 'vitrine']
    .flatMap((text) => text.toLowerCase().split(/[\s\p{P}]+/u))
    .filter((word) => word.length > 2);
  if (isMostly(words, password)) {
    throw invalid(
      field,
      'This password is too easy to guess: it is mostly your name, address or affiliation. Try four or more unrelated words.',
    );
  }
  const { score, warning } = (await inPasswordThread({ password, words })) as Strength;
  if (score < STRONG_ENOUGH) {
    const why = warning === null ? '' : `${warning} `;
    throw invalid(field, `This password is too easy to guess. ${why}Try four or more unrelated words.`);
  }
}
