import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

/** The public view of the configuration (decisions §7). */
export const setting = z.object({
  name: z.string(),
  shortName: z.string(),
  logo: z.string(),
  contact: z.string(),
  copyright: z.string(),
  filings: z.string(),
  wording: z.enum(['as specified', 'corrected']),
  /** Where `samples` and `desc` are fetched: a path or an origin with path, without a last slash. */
  staticBase: z.string(),
});
export type Setting = z.infer<typeof setting>;

export const getSetting = defineEndpoint({
  method: 'GET',
  path: '/api/v1/setting',
  who: { kind: 'anyone' },
  data: setting,
});

const text = (max: number) => z.optional(z.string().check(z.trim(), z.maxLength(max)));

/** Any of the same fields; what is absent stays. The static base comes from the environment. */
export const setSetting = defineEndpoint({
  method: 'POST',
  path: '/api/v1/setting',
  who: { kind: 'admin', tag: 'config:setting:write' },
  body: z.strictObject({
    name: text(100),
    shortName: text(40),
    logo: text(500),
    contact: text(2_000),
    copyright: text(500),
    filings: text(500),
    wording: z.optional(setting.shape.wording),
  }),
  data: setting,
});
