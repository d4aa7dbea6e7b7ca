import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

/**
 * Median time of recent decisions, public. `medianHours` is null below five decisions. A file of its own, so that the
 * dataset page does not import own-account.ts.
 */
export const getReviewWait = defineEndpoint({
  method: 'GET',
  path: '/api/v1/reviewWait',
  who: { kind: 'anyone' },
  data: z.object({ medianHours: z.nullable(z.number()), decisions: z.number(), days: z.number() }),
});
