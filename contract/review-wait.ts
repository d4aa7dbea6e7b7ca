import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

/** Median time of recent decisions; null below five of them. */
export const usualWait = z.object({
  medianHours: z.nullable(z.number()),
  decisions: z.number(),
  days: z.number(),
});

/** The usual wait of applications, public. A file of its own, so that the dataset page does not import own-account.ts. */
export const getReviewWait = defineEndpoint({
  method: 'GET',
  path: '/api/v1/reviewWait',
  who: { kind: 'anyone' },
  data: usualWait,
});

/** The same of a dataset's requests, public. 404 as the form. */
export const getRequestWait = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dataset/:id/requestWait',
  who: { kind: 'anyone' },
  params: z.strictObject({ id: z.string().check(z.maxLength(64)) }),
  data: usualWait,
});
