import { solveChallengeWorkers } from 'altcha-lib';
import type { Challenge } from 'altcha-lib/types';

/** Why it failed: `insecure` when the page is neither https nor loopback, and so has no crypto.subtle. */
export class CaptchaError extends Error {
  readonly reason: 'insecure' | 'failed';
  constructor(reason: 'insecure' | 'failed') {
    super(`captcha: ${reason}`);
    this.reason = reason;
  }
}

export interface CaptchaSolution {
  /** Value of a body's `captcha`: base64 of the JSON `{ challenge, solution }` (decisions §2). */
  value: string;
  /** Milliseconds since 1970; the challenge expires then. */
  expiresAt: number;
}

// More than four workers gain little on a phone and make the page stutter.
const workers = () => Math.min(4, Math.max(1, (navigator.hardwareConcurrency || 2) - 1));

/** Solves a challenge, off the main thread. */
export async function solve(challenge: Challenge): Promise<CaptchaSolution> {
  if (!globalThis.crypto?.subtle) throw new CaptchaError('insecure');
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: workers(),
    createWorker: () => new Worker(new URL('./solve.worker.ts', import.meta.url), { type: 'module' }),
  });
  if (!solution) throw new CaptchaError('failed');
  const seconds = challenge.parameters.expiresAt;
  return {
    value: btoa(JSON.stringify({ challenge, solution })),
    expiresAt: seconds === undefined ? Number.POSITIVE_INFINITY : seconds * 1000,
  };
}
