import { AppError } from '../errors.ts';

const WINDOW = 60_000;
const MOST = 10;

/**
 * Failed logins per address: 10 a minute (threats.md, "Limits"). Kept in memory: a restart forgets at most a minute.
 * @param factor multiplies the limit, 0 switches it off
 * @param key whose requests are counted together
 */
export function failedLogins(factor: number, key: (address: string) => string, now: () => number) {
  const failures = new Map<string, number[]>();
  const recent = (address: string) => (failures.get(key(address)) ?? []).filter((at) => at > now() - WINDOW);

  return {
    /** @throws AppError 429 */
    check(address: string): void {
      const times = recent(address);
      if (factor === 0 || times.length < MOST * factor) return;
      const wait = ((times[0] ?? now()) + WINDOW - now()) / 1000;
      throw new AppError(429, 'Too many failed sign-ins. Please try again in a minute.', {
        retryAfter: Math.max(1, wait),
      });
    },

    add(address: string): void {
      if (failures.size > 10_000) failures.clear();
      failures.set(key(address), [...recent(address), now()]);
    },
  };
}

export type FailedLogins = ReturnType<typeof failedLogins>;
