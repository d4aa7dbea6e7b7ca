import { tDashboard } from '#texts/dashboard';
import type { Step } from './buckets.ts';

const { by, week } = tDashboard.chart;

/** A title with the chart's bucket: "Downloads per week". */
export const titleWith = (title: string, step: Step): string => `${title} ${by[step]}`;

/** Axis label: the month and the day, or the month. */
export const shortDay = (step: Step) => (date: string) =>
  step === 'month' ? date.slice(0, 7) : date.slice(5);

/** Tooltip label. */
export const fullDay = (step: Step) => (date: string) =>
  step === 'month' ? date.slice(0, 7) : step === 'week' ? week(date) : date;
