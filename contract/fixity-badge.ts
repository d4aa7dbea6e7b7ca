import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

/** The `fixity` of `dataset/{id}` as an SVG badge for other sites: in English unless asked otherwise. GET and HEAD. */
export const getFixityBadge = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dataset/:id/fixity.svg',
  who: { kind: 'anyone' },
  params: z.strictObject({ id: z.string() }),
  query: z.strictObject({ lang: z.optional(z.enum(['en', 'zh-CN'])) }),
  answers: 'file',
});
