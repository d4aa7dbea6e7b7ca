import { formatDay } from '../../ui/format.ts';

/** The first day that an approval may end with, `YYYY-MM-DD` in the reader's time zone. */
export function tomorrow(now: Date = new Date()): string {
  return formatDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime());
}

/** The last second of a day in the reader's time zone: the day itself is still good. */
export const endOfDay = (day: string): string => new Date(`${day}T23:59:59`).toISOString();
