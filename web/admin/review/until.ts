import { formatDay } from '../../ui/format.ts';

/** The earliest last day of an approval, `YYYY-MM-DD` in the local time zone. */
export function tomorrow(now: Date = new Date()): string {
  return formatDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime());
}

/** What was chosen as the end; null: none; undefined: no day, or one that is not after today. */
export const chosenEnd = (day: string, noEnd: boolean, now?: Date): string | null | undefined =>
  noEnd ? null : day < tomorrow(now) ? undefined : endOfDay(day);

/** The last second of a day in the local time zone: the day itself is included. */
export const endOfDay = (day: string): string => new Date(`${day}T23:59:59`).toISOString();
