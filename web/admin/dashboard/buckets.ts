/** How many days one mark of a chart stands for. */
export type Step = 'day' | 'week' | 'month';

/** A row per day, or summed for a week (from Monday) or a month; `date` is the first of its days. */
export interface DatedRow {
  date: string;
}

/** Marks that a chart can tell apart. */
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

/** The finest step with which a chart of so many days stays readable. */
export const stepFor = (days: number): Step => (days <= MOST ? 'day' : days <= MOST * 7 ? 'week' : 'month');

/** Sums the figures of each step, in order. @param rows one per day, oldest first */
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
