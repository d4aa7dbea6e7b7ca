/** UTC days `YYYY-MM-DD`, as the calls take them: `from` included, `to` excluded (decisions §1). */
export interface Days {
  from: string;
  to: string;
}

const DAY = 86_400_000;

/** Periods that end today, and calendar months. */
type Preset = '7d' | '30d' | '90d' | 'month' | 'last-month' | 'year';

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Adds days to a date. */
export const addDays = (day: string, days: number): string =>
  dayOf(Date.parse(`${day}T00:00:00Z`) + days * DAY);

/** The period of the same length that ends where this one begins. */
export function periodBefore({ from, to }: Days): Days {
  const length = Date.parse(to) - Date.parse(from);
  return { from: dayOf(Date.parse(from) - length), to: from };
}

/** Whether a text is an existing date in the form `YYYY-MM-DD`. */
export function isDay(text: string | null | undefined): text is string {
  if (!text || !/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && dayOf(time) === text;
}

const firstOfMonth = (year: number, month: number): string => dayOf(Date.UTC(year, month, 1));

/** The date range of a preset, in UTC. */
export function daysOf(preset: Preset, now: Date): Days {
  const today = dayOf(now.getTime());
  const tomorrow = addDays(today, 1);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  switch (preset) {
    case '7d':
    case '30d':
    case '90d':
      return { from: addDays(tomorrow, -Number.parseInt(preset, 10)), to: tomorrow };
    case 'month':
      return { from: firstOfMonth(year, month), to: tomorrow };
    case 'last-month':
      return { from: firstOfMonth(year, month - 1), to: firstOfMonth(year, month) };
    case 'year':
      return { from: firstOfMonth(year, 0), to: tomorrow };
  }
}

/** The preset that equals the range today, if any. */
export const presetOf = (
  { from, to }: Partial<Days>,
  presets: readonly Preset[],
  now: Date,
): Preset | undefined =>
  presets.find((preset) => {
    const days = daysOf(preset, now);
    return days.from === from && days.to === to;
  });
