import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, invalid } from '../shared/errors.ts';
import type { AccountFailureStore } from './account-failures.store.ts';
import { accountLimit, type Judge } from './account-limit.ts';
import type { Identity } from './session.store.ts';
import { slidingLimiter } from './sliding-limiter.ts';

/** threats.md, "Limits". */
const PER_ADDRESS = { window: 60_000, most: 10 };
/** Delay from the account's sixth attempt on, doubled with every failure, in ms. */
const DELAY = { first: 250, most: 2_000 };

interface Dependencies {
  store: AccountFailureStore;
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

const isAboutCaptcha = (error: unknown): boolean =>
  error instanceof AppError && error.errors?.some(({ path }) => path === 'captcha') === true;

/**
 * The limits on failed logins. Per client address and server, both identities together: 429. Per account and identity,
 * over all servers: a captcha and a delay, which slow an attacker down without locking the person out.
 */
export function failedLogins({
  store,
  factor,
  addressKey,
  checkCaptcha,
  onFailed,
  now,
  wait = sleep,
}: Dependencies) {
  const addresses = slidingLimiter(PER_ADDRESS.window, Math.ceil(PER_ADDRESS.most * factor), now);
  const accounts = accountLimit({
    store,
    kind: 'sign-in',
    factor,
    reached: () =>
      invalid('captcha', 'After several failed sign-ins, please confirm that you are not a robot.'),
    now,
  });

  function delay(failures: number): number {
    const over = failures - accounts.most;
    return over < 0 ? 0 : Math.min(DELAY.most, DELAY.first * 2 ** over);
  }

  /** Runs the attempt within the account's limit, or with a captcha beyond it. */
  async function withinAccount<T>(
    account: string,
    captcha: string | undefined,
    work: (judge: Judge) => Promise<T>,
  ): Promise<T> {
    if (!captcha) return accounts.attempt(account, work);
    await wait(delay(await accounts.failures(account)));
    return work(async (right) => {
      if (!right) await accounts.add(account);
    });
  }

  return {
    /**
     * Runs one sign-in attempt under the limits.
     * @param work calls `judge` with each password and code that it has checked, before it tells or changes anything
     * @throws AppError 429 when the address's limit is reached, 400 with the field `captcha`
     */
    async guard<T>({ identity, account, ip, captcha }: LoginTry, work: (judge: Judge) => Promise<T>) {
      if (factor === 0) {
        if (captcha) await checkCaptcha(captcha);
        return work(async (right) => {
          if (!right) onFailed({ identity, ip });
        });
      }
      const address = addressKey(ip);
      const person = `${identity} ${account.trim().toLowerCase()}`;
      if (!(await addresses.enter(address))) {
        onFailed({ identity, ip });
        throw new AppError(429, 'Too many failed sign-ins. Please try again in a minute.', {
          retryAfter: addresses.wait(address),
        });
      }
      let failed = false;
      try {
        if (captcha) await checkCaptcha(captcha);
        return await withinAccount(person, captcha, (judge) =>
          work((right, on) => {
            failed = !right;
            return judge(right, on);
          }),
        );
      } catch (error) {
        // A captcha that is wrong, since verifying it costs work, or that the account's limit asks for. A database that
        // is away is nobody's failure.
        failed ||= isAboutCaptcha(error);
        throw error;
      } finally {
        addresses.leave(address, failed);
        if (failed) onFailed({ identity, ip });
      }
    },
  };
}

export type FailedLogins = ReturnType<typeof failedLogins>;
