import * as z from 'zod';
import type { TextCipher } from '../../shared/text-cipher.ts';
import type { Checks } from './openid.ts';

/** Minutes between the link and what the page does with its code (access.md). */
const LIFE = 10 * 60_000;
const NAME = 'Portal-Institution';
const PATH = '/api/v1/institutions';
/** Binds the encryption: nothing else that we encrypt passes for a cookie. */
const PURPOSE = 'cookie of a sign-in with the institution';

/** A user's sign-in or link; an administrator's sign-in; an administrator's link. Each is good for nothing else. */
export const purposes = ['user', 'admin', 'admin-link'] as const;
export type Purpose = (typeof purposes)[number];

const content = z.object({
  institution: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  browser: z.string(),
  redirect: z.string().nullable(),
  purpose: z.enum(purposes).default('user'),
  until: z.number(),
});

export interface Begun extends Checks {
  /** The institution's id. */
  institution: string;
  /** A secret of this browser, without which the code is useless. */
  browser: string;
  redirect: string | null;
  purpose: Purpose;
}

/**
 * The one cookie of a sign-in under way: encrypted under the portal's key, so that the browser can neither read nor
 * change it, and for `Lax`, since it has to come back with the provider's redirect.
 */
export function browserCookie(cipher: TextCipher, isSecure: boolean, now: () => number) {
  const cookie = (value: string, seconds: number) =>
    `${NAME}=${value}; Path=${PATH}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return {
    write: (begun: Begun): string =>
      cookie(cipher.encrypt(JSON.stringify({ ...begun, until: now() + LIFE }), PURPOSE), LIFE / 1_000),

    clear: (): string => cookie('', 0),

    /** Undefined: none, too old, or not ours. */
    read(header: string | undefined): Begun | undefined {
      const pair = (header ?? '').split(/; */).find((one) => one.startsWith(`${NAME}=`));
      if (pair === undefined) return undefined;
      try {
        const begun = content.parse(JSON.parse(cipher.decrypt(pair.slice(NAME.length + 1), PURPOSE)));
        return begun.until > now() ? begun : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

export type BrowserCookie = ReturnType<typeof browserCookie>;
