/** A stored time (ms since 1970) as ISO 8601 UTC, for the wire. */
export function iso(time: number): string;
export function iso(time: number | null): string | null;
export function iso(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

export const DAY = 86_400_000;

/** The first millisecond of a UTC day `YYYY-MM-DD`. */
export const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** The UTC day of a day number (days since 1970). */
export const dayName = (dayNumber: number): string => new Date(dayNumber * DAY).toISOString().slice(0, 10);
