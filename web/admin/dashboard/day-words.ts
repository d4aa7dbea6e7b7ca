import { tDashboard } from '#texts/dashboard';
import type { Step } from './buckets.ts';

const { by, week } = tDashboard.chart;

/** A title, with how many days a mark stands for: "Downloads per week". */
export const titleWith = (title: string, step: Step): string => `${title} ${by[step]}`;

/** Under the axis: the month and the day, or the month. */
export const shortDay = (step: Step) => (date: string) =>
  step === 'month' ? date.slice(0, 7) : date.slice(5);

/** Beside the pointer. */
export const fullDay = (step: Step) => (date: string) =>
  step === 'month' ? date.slice(0, 7) : step === 'week' ? week(date) : date;
