import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { password } from './session.ts';

/**
 * An email address: no quoted local part, comment or control character (threat 27). Kept lower-case, since mail hosts
 * ignore case and one person must not register twice.
 */
export const email = z
  .string()
  .max(254)
  .regex(
    /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/,
    'Enter a plain e-mail address such as name@example.org.',
  )
  .transform((value) => value.toLowerCase());

/** One line of free text: trimmed, no control or bidirectional-override characters. */
export const line = (max: number, what: string) =>
  z
    .string()
    .trim()
    .min(1, `Enter ${what}.`)
    .max(max, `At most ${max} characters.`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
    .regex(/^[^\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]*$/, 'Remove the invisible control characters.');

const captcha = z.string({ error: 'Confirm that you are not a robot.' }).min(1).max(8_192);
export const userPassword = z
  .string()
  .min(limits.userPasswordMin, `Use at least ${limits.userPasswordMin} characters.`)
  .max(limits.passwordMax, `Use at most ${limits.passwordMax} characters.`);

/** Longer than a user's: decisions §2. */
export const adminPassword = z
  .string()
  .min(limits.adminPasswordMin, `Use at least ${limits.adminPasswordMin} characters.`)
  .max(limits.passwordMax, `Use at most ${limits.passwordMax} characters.`);

export const validCode = z.string().trim().min(1, 'Enter the code from the mail.').max(32);

/** The ALTCHA challenge, passed through unchanged: decisions §2. */
export const getCaptcha = defineEndpoint({
  method: 'GET',
  path: '/api/v1/getCaptcha',
  who: { kind: 'anyone' },
  data: z.object({ parameters: z.record(z.string(), z.unknown()), signature: z.string() }),
});

/** 200 for any well-formed address, registered or not. */
export const sendValidCode = defineEndpoint({
  method: 'POST',
  path: '/api/v1/sendValidCode',
  who: { kind: 'anyone' },
  body: z.strictObject({ email, purpose: z.enum(['register', 'reset']), captcha }),
});

/** Sends the caller a code to their own address, for what asks for the password of who has none. */
export const sendOwnCode = defineEndpoint({
  method: 'POST',
  path: '/api/v1/ownCode',
  who: { kind: 'user' },
});

/** That it is the caller: the password, or the code of a mail (`ownCode`), which who has no password needs. */
export const proof = { password: z.optional(password), validCode: validCode.optional() };

/** The editable fields of an application, shared with applying again. */
export const applicationFields = {
  firstName: line(100, 'your first name'),
  familyName: line(100, 'your family name'),
  affiliation: line(200, 'your affiliation'),
  purpose: z.string().trim().min(1, 'Say what you need the data for.').max(4_000),
  country: z.string().trim().max(100).optional(),
};

export const register = defineEndpoint({
  method: 'POST',
  path: '/api/v1/register',
  who: { kind: 'anyone' },
  body: z.strictObject({
    email,
    validCode,
    password: userPassword,
    ...applicationFields,
  }),
  data: z.object({ status: z.enum(['pending', 'approved']) }),
});

/** §7. Ends all of the user's sessions and tickets. A `validCode` of `ownCode` stands in for the old password. */
export const changePassword = defineEndpoint({
  method: 'POST',
  path: '/api/v1/changePassword',
  who: { kind: 'user' },
  body: z.strictObject({
    oldPassword: z.optional(password),
    validCode: validCode.optional(),
    newPassword: userPassword,
  }),
});

/** §7. Ends all sessions and tickets, revokes the personal tokens and unlinks the institutions. */
export const resetPassword = defineEndpoint({
  method: 'POST',
  path: '/api/v1/resetPassword',
  who: { kind: 'anyone' },
  body: z.strictObject({ email, validCode, password: userPassword }),
});
