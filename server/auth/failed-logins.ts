import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, invalid } from '../shared/errors.ts';
import type { Identity } from './session.store.ts';
import { slidingLimiter } from './sliding-limiter.ts';

const MINUTE = 60_000;
/** threats.md, "Limits". */
const PER_ADDRESS = { window: MINUTE, most: 10 };
const PER_ACCOUNT = { window: 15 * MINUTE, most: 5 };
/** Delay from the account's sixth attempt on, doubled with every failure, in ms. */
const DELAY = { first: 250, most: 2_000 };

interface Dependencies {
  /** Multiplies the limits, 0 switches them off. */
  factor: number;
  /** Groups client addresses under one limit. */
  addressKey: (ip: string) => string;
  /** Throws 400 for a captcha that is wrong, expired or already used. */
  checkCaptcha: (captcha: string) => Promise<void>;
  /** Told of each attempt that failed, or was refused after too many failures. */
  onFailed: (attempt: Pick<LoginTry, 'identity' | 'ip'>) => void;
  now: () => number;
  wait?: (ms: number) => Promise<unknown>;
}

/** One sign-in attempt, as the client sends it. */
export interface LoginTry {
  identity: Identity;
  /** As typed: a non-existent account is counted like any other (threat 22). */
  account: string;
  ip: string;
  captcha?: string | undefined;
}

/**
 * The limits on failed logins. Per client address, both identities together: 429. Per account and identity: a captcha
 * and a delay, which slow an attacker down without locking the person out.
 */
export function failedLogins({
  factor,
  addressKey,
  checkCaptcha,
  onFailed,
  now,
  wait = sleep,
}: Dependencies) {
  const budget = ({ window, most }: typeof PER_ADDRESS) =>
    slidingLimiter(window, Math.ceil(most * factor), now);
  const addresses = budget(PER_ADDRESS);
  const accounts = budget(PER_ACCOUNT);

  function delay(failures: number): number {
    const over = failures - Math.ceil(PER_ACCOUNT.most * factor);
    return over < 0 ? 0 : Math.min(DELAY.most, DELAY.first * 2 ** over);
  }

  /** Runs the attempt within the account's budget, or with a captcha beyond it. */
  async function withinAccount<T>(
    account: string,
    captcha: string | undefined,
    work: (fail: () => void) => Promise<T>,
  ): Promise<T> {
    if (captcha) {
      await wait(delay(accounts.failures(account)));
      return work(() => accounts.add(account));
    }
    if (!(await accounts.enter(account))) {
      throw invalid('captcha', 'After several failed sign-ins, please confirm that you are not a robot.');
    }
    let failed = false;
    try {
      return await work(() => {
        failed = true;
      });
    } finally {
      accounts.leave(account, failed);
    }
  }

  return {
    /**
     * Runs one sign-in attempt under the limits.
     * @param work calls `fail` for wrong credentials, before it throws its own error
     * @throws AppError 429 when the address's limit is reached, 400 with the field `captcha`
     */
    async guard<T>({ identity, account, ip, captcha }: LoginTry, work: (fail: () => void) => Promise<T>) {
      if (captcha && factor === 0) await checkCaptcha(captcha);
      if (factor === 0) return work(() => onFailed({ identity, ip }));
      const address = addressKey(ip);
      const person = `${identity} ${account.trim().toLowerCase()}`;
      if (!(await addresses.enter(address))) {
        onFailed({ identity, ip });
        throw new AppError(429, 'Too many failed sign-ins. Please try again in a minute.', {
          retryAfter: addresses.wait(address),
        });
      }
      // True until the work runs: a missing or wrong captcha counts against the address, since verifying one costs
      // work.
      let failed = true;
      try {
        if (captcha) await checkCaptcha(captcha);
        return await withinAccount(person, captcha, (failAccount) => {
          failed = false;
          return work(() => {
            failed = true;
            failAccount();
          });
        });
      } finally {
        addresses.leave(address, failed);
        if (failed) onFailed({ identity, ip });
      }
    },
  };
}

export type FailedLogins = ReturnType<typeof failedLogins>;
