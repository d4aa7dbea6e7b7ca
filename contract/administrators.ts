import * as z from 'zod';
import { adminPassword, email, line } from './account.ts';
import { defineEndpoint } from './endpoint.ts';
import { day, listOf, listQuery } from './lists.ts';
import { password } from './session.ts';

export const adminRoles = ['owner', 'reviewer', 'curator', 'auditor'] as const;
export type AdminRole = (typeof adminRoles)[number];
const role = z.enum(adminRoles);
const code = z.string().trim().min(6).max(32);

/** Whether the caller's second factor is on. */
export const getTotp = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/totp',
  who: { kind: 'any-admin' },
  data: z.object({ enabled: z.boolean(), recoveryCodesLeft: z.number() }),
});

/** Begins enrolling: a secret that counts only once a code from it was confirmed. `qr` is an SVG document. */
export const beginTotp = defineEndpoint({
  method: 'POST',
  path: '/api/v1/admin/totp',
  who: { kind: 'any-admin' },
  body: z.strictObject({ password }),
  data: z.object({ secret: z.string(), uri: z.string(), qr: z.string() }),
});

/** Turns it on. The recovery codes are in this answer and nowhere else. */
export const confirmTotp = defineEndpoint({
  method: 'POST',
  path: '/api/v1/admin/totp/confirm',
  who: { kind: 'any-admin' },
  body: z.strictObject({ code }),
  data: z.object({ recoveryCodes: z.array(z.string()) }),
});

export const disableTotp = defineEndpoint({
  method: 'POST',
  path: '/api/v1/admin/totp/disable',
  who: { kind: 'any-admin' },
  body: z.strictObject({ password, code }),
});

/** Ends all other sessions of the caller. */
export const changeAdminPassword = defineEndpoint({
  method: 'POST',
  path: '/api/v1/admin/changePassword',
  who: { kind: 'any-admin' },
  body: z.strictObject({ oldPassword: password, newPassword: adminPassword }),
});

export const administrator = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string(),
  role,
  createdAt: z.string(),
  disabledAt: z.string().nullable(),
  totp: z.boolean(),
});
export type Administrator = z.infer<typeof administrator>;

export const invitation = z.object({
  id: z.string(),
  email: z.string(),
  role,
  createdAt: z.string(),
  expiresAt: z.string(),
});
export type Invitation = z.infer<typeof invitation>;

/** All administrators, and the invitations that nobody has followed yet. */
export const listAdministrators = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/administrators',
  who: { kind: 'admin', tag: 'admin:list:read' },
  data: z.object({ administrators: z.array(administrator), invitations: z.array(invitation) }),
});

/** Sends a mail with a one-time link, good for 7 days. */
export const inviteAdministrator = defineEndpoint({
  method: 'POST',
  path: '/api/v1/admin/invitations',
  who: { kind: 'admin', tag: 'admin:list:write' },
  body: z.strictObject({ email, role }),
  data: invitation,
});

export const withdrawInvitation = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/admin/invitations/:id',
  who: { kind: 'admin', tag: 'admin:list:write' },
  params: z.strictObject({ id: z.string() }),
});

/** 409 for oneself, and for the last owner that is left. Disabling ends the person's sessions. */
export const updateAdministrator = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/admin/administrators/:id',
  who: { kind: 'admin', tag: 'admin:list:write' },
  params: z.strictObject({ id: z.string() }),
  body: z.strictObject({ role: role.optional(), disabled: z.boolean().optional() }),
  data: administrator,
});

/**
 * The page that an invitation leads to. The token is in the link and nowhere else, and behind `#`: browsers do not
 * send that part, so no log on the way holds it (threat 13).
 */
export const invitationLink = (publicUrl: string, token: string): string =>
  `${publicUrl}/admin/invite#token=${encodeURIComponent(token)}`;

const inviteToken = z.string().min(20).max(128);

/**
 * What an invitation's link is for; `email` is null for the very first administrator, who chooses it. `resets`: the
 * administrator is there already and sets a new password.
 */
export const readInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/v1/admin/invitation/read',
  who: { kind: 'anyone' },
  body: z.strictObject({ token: inviteToken }),
  data: z.object({ email: z.string().nullable(), role, resets: z.boolean() }),
});

/** Makes the invited administrator, or sets the new password; the link is used up. */
export const acceptInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/v1/admin/invitation/accept',
  who: { kind: 'anyone' },
  body: z.strictObject({
    token: inviteToken,
    email: email.optional(),
    /** Not needed by who is there already. */
    name: line(100, 'your name').optional(),
    password: adminPassword,
  }),
});

/** A change that an administrator made, a sign-in, or an export of what is about people. */
export const auditEntry = z.object({
  id: z.string(),
  at: z.string(),
  /** Empty where it was no administrator: a user's own call, or a sign-in that failed. */
  adminId: z.string(),
  adminName: z.string(),
  /** `<METHOD> <path of the contract>`; of a sign-in that failed with ` (failed)` behind it. */
  action: z.string(),
  /** What it was done to, in words for people. */
  subject: z.string(),
  /** The user whom it is about, and who did it when no administrator did. */
  userId: z.string().nullable(),
  /** Null once the account is gone. */
  userName: z.string().nullable(),
  /** Sign-ins of an account from an address within a minute are one entry. */
  times: z.number(),
  /** JSON, or null. */
  before: z.unknown(),
  after: z.unknown(),
  ip: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const listAudit = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/audit',
  who: { kind: 'admin', tag: 'audit:list:read' },
  query: listQuery(['at'], {
    adminId: z.string().max(64).optional(),
    keyword: z.string().trim().max(200).optional(),
    from: day.optional(),
    to: day.optional(),
  }),
  data: listOf(auditEntry),
});
