import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type Days, daysOf, isDay } from '../period/period.ts';

/** The presets of the range picker. */
export const ranges = ['7d', '30d', '90d', 'year'] as const;
export type Range = (typeof ranges)[number];

export interface ChosenRange {
  /** Undefined: a custom range. */
  range: Range | undefined;
  days: Days;
}

/** Longest span that the server accepts, in ms. */
const MOST = 3_660 * 86_400_000;
export const isTooLong = ({ from, to }: Days): boolean => Date.parse(to) - Date.parse(from) > MOST;

/**
 * Parses the URL: `from` and `to` (exclusive), or `range`; by default the last 30 days. Invalid values count as absent,
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

/** The dashboard's date range, stored in the URL only. */
export function useRange() {
  const [search, setSearch] = useSearchParams();
  // A page left open over midnight is updated at its next render.
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
