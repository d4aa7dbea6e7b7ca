import * as z from 'zod';
import { DAY } from '../shared/time.ts';
import { type BuiltInKey, judgedBy } from './built-in.ts';

/** Whether browsers keep an error log (§8, "when enabled"). Public: the pages read it. */
export const errorLogKey: BuiltInKey = {
  key: 'errorLog.enabled',
  name: 'Error log of the pages',
  first: 'true',
  hint: 'true or false',
  isPublic: true,
  check: judgedBy(z.enum(['true', 'false'], 'Write true or false.')),
};

/** Whether everybody sees how often each dataset was downloaded by month (access.md, "Usage"). */
export const usageKey: BuiltInKey = {
  key: 'usage.isPublic',
  name: 'Downloads by month on the dataset pages',
  first: 'true',
  hint: 'true or false',
  isPublic: true,
  check: judgedBy(z.enum(['true', 'false'], 'Write true or false.')),
};

const MOST_TICKET_DAYS = 30;
const ticketDays = `Enter a number of days from 1 to ${MOST_TICKET_DAYS}.`;

/** Lifetime of a download link (decisions §5). */
export const ticketDaysKey: BuiltInKey = {
  key: 'download.ticketDays',
  name: 'Days that a download link is good',
  first: '7',
  hint: `From 1 to ${MOST_TICKET_DAYS}; a shorter life also ends links that are out.`,
  isPublic: false,
  check: judgedBy(
    z
      .string()
      .trim()
      .regex(/^[1-9]\d?$/, ticketDays)
      .refine((days) => Number(days) <= MOST_TICKET_DAYS, ticketDays),
  ),
};

/** Lifetime in ms. An invalid value, written directly into the database, counts as the initial one. */
export const ticketLifeOf = (value: string | undefined): number => {
  const days = /^[1-9]\d?$/.test(value ?? '') ? Number(value) : Number(ticketDaysKey.first);
  return Math.min(days, MOST_TICKET_DAYS) * DAY;
};
