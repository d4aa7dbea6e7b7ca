import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

/** Downloads of a calendar month, UTC: without robots, a second start within 30 s not counted apart (COUNTER). */
export const usageMonth = z.object({
  /** `YYYY-MM`. */
  month: z.string(),
  /** Of this version. */
  downloads: z.number(),
  /** Of all versions of the dataset that visitors see. */
  allVersions: z.number(),
});
export type UsageMonth = z.infer<typeof usageMonth>;

const params = z.strictObject({ id: z.string() });

/**
 * Every month from the dataset's first download to the present one, those without any too. 404 while the laboratory
 * does not publish figures (configuration key `usage.isPublic`).
 */
export const getUsage = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dataset/:id/usage',
  who: { kind: 'anyone' },
  params,
  data: z.array(usageMonth),
});

/** The same as CSV (UTF-8, RFC 4180), a line for each month and version: `month,version,downloads`. */
export const getUsageCsv = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dataset/:id/usage.csv',
  who: { kind: 'anyone' },
  params,
  answers: 'file',
});

/** Months that the dataset's page shows. */
export const shownMonths = 24;
