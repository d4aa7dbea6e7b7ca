import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

/**
 * How long decisions took lately, for everybody to see. `medianHours` is null below five decisions. Apart from
 * own-account.ts, since the dataset page asks for it.
 */
export const getReviewWait = defineEndpoint({
  method: 'GET',
  path: '/api/v1/reviewWait',
  who: { kind: 'anyone' },
  data: z.object({ medianHours: z.nullable(z.number()), decisions: z.number(), days: z.number() }),
});
