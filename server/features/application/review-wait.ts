import { DAY } from '../../shared/time.ts';
import type { ApplicationStore } from './application.store.ts';

const DAYS = 90;
/** Below this many decisions, a median would disclose individual cases. */
const FEWEST = 5;
const CACHED = 60_000;
const HOUR = 3_600_000;

export interface ReviewWait {
  medianHours: number | null;
  decisions: number;
  days: number;
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

/** Median time of recent decisions, public; computed at most once a minute. */
export function reviewWait(store: Pick<ApplicationStore, 'waits'>, now: () => number) {
  let known: { at: number; wait: Promise<ReviewWait> } | undefined;

  async function compute(): Promise<ReviewWait> {
    const waits = await store.waits(now() - DAYS * DAY);
    const enough = waits.length >= FEWEST;
    // Rounded to a tenth of an hour.
    const medianHours = enough ? Math.round((median(waits) / HOUR) * 10) / 10 : null;
    return { medianHours, decisions: waits.length, days: DAYS };
  }

  return (): Promise<ReviewWait> => {
    if (!known || now() - known.at >= CACHED || now() < known.at) {
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
