import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

/** The public view of the configuration (decisions §7). */
export const setting = z.object({
  name: z.string(),
  shortName: z.string(),
  /** Path of the image below the static base; empty for the built-in logo. */
  logo: z.string(),
  contact: z.string(),
  copyright: z.string(),
  filings: z.string(),
  wording: z.enum(['as specified', 'corrected']),
  /** Base of `logo`, `samples` and `desc`: a path or an origin with path, without trailing slash. */
  staticBase: z.string(),
});
export type Setting = z.infer<typeof setting>;

export const getSetting = defineEndpoint({
  method: 'GET',
  path: '/api/v1/setting',
  who: { kind: 'anyone' },
  data: setting,
});

const wellFormed = z.refine<string>(
  (text) => !/(?![\n\r\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u.test(text),
  'Remove the invisible control characters.',
);
const lines = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max, `At most ${max} characters.`), wellFormed);
const line = (max: number) =>
  lines(max).check(z.refine<string>((text) => !/[\n\r\t]/.test(text), 'Write this on one line.'));
const named = (max: number, what: string) => line(max).check(z.minLength(1, `Enter ${what}.`));

/** Schema of each field, shared with the configuration calls. */
export const settingFields = {
  name: named(100, 'a name'),
  shortName: named(40, 'a short name'),
  /** Empty, or the path of a logo uploaded before; a new one is uploaded as the file `logo`. */
  logo: z.string().check(z.maxLength(200)),
  contact: lines(2_000),
  copyright: lines(500),
  filings: lines(500),
  wording: setting.shape.wording,
};

/**
 * Any of the same fields; absent ones stay unchanged. As multipart, with the logo as a file `logo`: PNG, JPEG, WebP or
 * AVIF. The static base comes from the environment.
 */
export const setSetting = defineEndpoint({
  method: 'POST',
  path: '/api/v1/setting',
  who: { kind: 'admin', tag: 'config:setting:write' },
  takes: 'json-or-multipart',
  body: z.partial(z.strictObject(settingFields)),
  data: setting,
});
