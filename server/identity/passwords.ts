import { hash, verify } from '@node-rs/argon2';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { limits } from '../../contract/limits.ts';
import { invalid } from '../errors.ts';
import { queued } from './password-queue.ts';
import type { Identity } from './session.store.ts';

/** Argon2id's costs (threats.md, "Server"): memory in KiB. */
const costs = {
  user: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  admin: { memoryCost: 65_536, timeCost: 3, parallelism: 1 },
} as const;

export const hashPassword = (password: string, identity: Identity): Promise<string> =>
  queued(() => hash(password, costs[identity]));

const dummies: Partial<Record<Identity, Promise<string>>> = {};

/**
 * Whether the password is the one behind `stored`. For an unknown person (`undefined`) a dummy is checked, so that
 * known and unknown cost the same work (threat 22).
 */
export async function checkPassword(
  password: string,
  stored: string | undefined,
  identity: Identity,
): Promise<boolean> {
  if (stored === undefined) dummies[identity] ??= hash('nobody has this password', costs[identity]);
  const against = stored ?? (await dummies[identity]) ?? '';
  const right = await queued(() => verify(against, password));
  return stored !== undefined && right;
}

/** Of 0 to 4; below 3 a slow, offline guesser finds it in reasonable time. */
const STRONG_ENOUGH = 3;

let estimator: Promise<ZxcvbnFactory> | undefined;

/** Its word lists are megabytes: loaded when the first password is chosen, not at start. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common, en] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...en.dictionary },
    graphs: common.adjacencyGraphs,
    translations: en.translations,
  });
}

/**
 * Refuses short and guessable passwords, with the reason.
 * @param personal words an attacker would try first: name, address, institution
 * @param field the input's name, for the field error
 * @throws AppError 400
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
  const words = personal.flatMap((text) => text.split(/[\s@.,-]+/)).filter((word) => word.length > 2);
  estimator ??= loadEstimator();
  const { score, feedback } = (await estimator).check(password, [...words, 'vitrine']);
  if (score < STRONG_ENOUGH) {
    const why = feedback.warning ? `${feedback.warning} ` : '';
    throw invalid(field, `This password is too easy to guess. ${why}Try four or more unrelated words.`);
  }
}
