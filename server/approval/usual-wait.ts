import { DAY } from '../shared/time.ts';

const DAYS = 90;
/** Below this many decisions, a median would disclose individual cases. */
const FEWEST = 5;
/** ms; with several servers a decision anywhere counts within 10 s (docs/decisions/0047). */
const CACHED = { alone: 60_000, several: 8_000 };
const HOUR = 3_600_000;

export interface UsualWait {
  medianHours: number | null;
  decisions: number;
  days: number;
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

/**
 * Median time of recent decisions, public; computed at most every 8 s, by a server alone once a minute.
 * @param waitsSince the waits in ms of what was decided since a time
 * @param alone no other server can be on the database
 */
export function usualWait(
  waitsSince: (since: number) => Promise<number[]>,
  now: () => number,
  alone: boolean,
) {
  const cached = alone ? CACHED.alone : CACHED.several;
  let known: { at: number; wait: Promise<UsualWait> } | undefined;

  async function compute(): Promise<UsualWait> {
    const waits = await waitsSince(now() - DAYS * DAY);
    const enough = waits.length >= FEWEST;
    // Rounded to a tenth of an hour.
    const medianHours = enough ? Math.round((median(waits) / HOUR) * 10) / 10 : null;
    return { medianHours, decisions: waits.length, days: DAYS };
  }

  return (): Promise<UsualWait> => {
    if (!known || now() - known.at >= cached || now() < known.at) {
      const wait = compute();
      const entry = { at: now(), wait };
      known = entry;
      wait.catch(() => {
        if (known === entry) known = undefined;
      });
    }
    return known.wait;
  };
}
