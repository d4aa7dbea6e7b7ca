import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

/** Every call of this portal as an OpenAPI 3.1 document. */
export const getOpenapi = defineEndpoint({
  method: 'GET',
  path: '/api/openapi.json',
  who: { kind: 'anyone' },
  query: z.strictObject({}),
  answers: 'file',
});

/** The same for people. */
export const getApiDocs = defineEndpoint({
  method: 'GET',
  path: '/api/docs',
  who: { kind: 'anyone' },
  query: z.strictObject({}),
  answers: 'file',
});
