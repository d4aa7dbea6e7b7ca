import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

export const userStatuses = [
  'pending',
  'approved',
  'rejected',
  'needs_info',
  'suspended',
  'expired',
] as const;
export type UserStatus = (typeof userStatuses)[number];

/** Decisions §2. The specification's `userInfo.token` exists only in the client. */
export const userInfo = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  familyName: z.string(),
  affiliation: z.string(),
  avatar: z.nullable(z.string()),
  introduction: z.string(),
  roles: z.array(z.string()),
  permisaction: z.array(z.string()),
  status: z.enum(userStatuses),
  statusReason: z.nullable(z.string()),
  appliedAt: z.nullable(z.string()),
  reviewedAt: z.nullable(z.string()),
  approvedUntil: z.nullable(z.string()),
});
export type UserInfo = z.infer<typeof userInfo>;

export const signedIn = z.object({ token: z.string(), name: z.string(), expiresAt: z.string() });
export type SignedIn = z.infer<typeof signedIn>;

/** Base64 of the ALTCHA v2 JSON `{ challenge, solution }`. */
const captcha = z.string().check(z.maxLength(8_192));
export const password = z.string().check(z.minLength(1), z.maxLength(128));

export const login = defineEndpoint({
  method: 'POST',
  path: '/api/v1/login',
  who: { kind: 'anyone' },
  body: z.strictObject({
    email: z.string().check(z.maxLength(254)),
    password,
    captcha: z.optional(captcha),
  }),
  data: signedIn,
});

const presented = z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(512)) });
const rotated = z.object({ token: z.string(), expiresAt: z.string() });

/** §7: rotates the user's token; the replaced one stays valid for 60 s, except for refreshing. */
export const refreshToken = defineEndpoint({
  method: 'POST',
  path: '/api/v1/refreshtoken',
  who: { kind: 'anyone' },
  body: presented,
  data: rotated,
});

/** The same for administrators. Refreshing is no activity: it does not extend the idle time (decisions §2). */
export const adminRefreshToken = defineEndpoint({
  method: 'POST',
  path: '/api/v1/admin/refreshtoken',
  who: { kind: 'anyone' },
  body: presented,
  data: rotated,
});

/** Ends the session of the token sent. */
export const logout = defineEndpoint({
  method: 'POST',
  path: '/api/v1/logout',
  who: { kind: 'user' },
});

export const getUserInfo = defineEndpoint({
  method: 'GET',
  path: '/api/v1/userInfo',
  who: { kind: 'user' },
  data: userInfo,
});

export const adminLogin = defineEndpoint({
  method: 'POST',
  path: '/api/v1/admin/login',
  who: { kind: 'anyone' },
  body: z.strictObject({
    username: z.string().check(z.maxLength(254)),
    password,
    totp: z.optional(z.string().check(z.maxLength(16))),
    captcha: z.optional(captcha),
  }),
  data: signedIn,
});

export const adminLogout = defineEndpoint({
  method: 'POST',
  path: '/api/v1/admin/logout',
  who: { kind: 'any-admin' },
});

export const getAdminInfo = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/userInfo',
  who: { kind: 'any-admin' },
  data: userInfo,
});
