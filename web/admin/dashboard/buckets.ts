/** Size of a chart's bucket. */
export type Step = 'day' | 'week' | 'month';

/** A row per day, or summed per week (from Monday) or month; `date` is the first day. */
export interface DatedRow {
  date: string;
}

/** Buckets that a chart can show legibly. */
const MOST = 92;

const DAY = 86_400_000;

const startOf: Record<Step, (date: string) => string> = {
  day: (date) => date,
  week: (date) => {
    const time = Date.parse(`${date}T00:00:00Z`);
    const sinceMonday = (new Date(time).getUTCDay() + 6) % 7;
    return new Date(time - sinceMonday * DAY).toISOString().slice(0, 10);
  },
  month: (date) => `${date.slice(0, 7)}-01`,
};

/** The smallest bucket with which a chart of this many days is legible. */
export const stepFor = (days: number): Step => (days <= MOST ? 'day' : days <= MOST * 7 ? 'week' : 'month');

/**
 * Sums the figures of each bucket, in order.
 * @param rows one per day, oldest first
 */
export function inSteps<Row extends DatedRow>(rows: readonly Row[], step: Step): Row[] {
  const steps = new Map<string, Row>();
  for (const row of rows) {
    const date = startOf[step](row.date);
    const sum = steps.get(date);
    if (!sum) {
      steps.set(date, { ...row, date });
      continue;
    }
    const figures = sum as unknown as Record<string, number>;
    for (const [key, value] of Object.entries(row)) {
      if (typeof value === 'number') figures[key] = (figures[key] ?? 0) + value;
    }
  }
  return [...steps.values()];
}
