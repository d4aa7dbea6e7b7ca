import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type Days, daysOf, isDay } from '../period/period.ts';

/** What the range picker offers beside days of one's own. */
export const ranges = ['7d', '30d', '90d', 'year'] as const;
export type Range = (typeof ranges)[number];

export interface ChosenRange {
  /** Undefined: days of one's own. */
  range: Range | undefined;
  days: Days;
}

/** Longer spans are refused by the server. */
const MOST = 3_660 * 86_400_000;
export const isTooLong = ({ from, to }: Days): boolean => Date.parse(to) - Date.parse(from) > MOST;

/**
 * Reads the address: `from` and `to` (excluded), or `range`; otherwise the last 30 days. Wrong values count as absent,
 * so that an old or mistyped link still shows something.
 */
export function readRange(search: URLSearchParams, now: Date): ChosenRange {
  const [from, to] = [search.get('from'), search.get('to')];
  if (isDay(from) && isDay(to) && from < to && !isTooLong({ from, to })) {
    return { range: undefined, days: { from, to } };
  }
  const range = ranges.find((name) => name === search.get('range')) ?? '30d';
  return { range, days: daysOf(range, now) };
}

/** The range of the dashboard: in the address, and nowhere else. */
export function useRange() {
  const [search, setSearch] = useSearchParams();
  // A page left open over midnight moves on with its next rendering.
  const today = new Date().toISOString().slice(0, 10);
  const chosen = useMemo(() => readRange(search, new Date(`${today}T12:00:00Z`)), [search, today]);
  const choose = useCallback(
    (next: Range | Days) =>
      setSearch(
        typeof next === 'string' ? (next === '30d' ? {} : { range: next }) : { from: next.from, to: next.to },
        { preventScrollReset: true },
      ),
    [setSearch],
  );
  return { ...chosen, choose };
}
