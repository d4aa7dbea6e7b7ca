import * as z from 'zod';
import { adminPassword, email, line } from './account.ts';
import { defineEndpoint } from './endpoint.ts';
import { day, listOf, listQuery } from './lists.ts';
import { password } from './session.ts';

/** `none`: sees the requests of the datasets whose reviewer they are, and nothing else (access.md). */
export const adminRoles = ['owner', 'reviewer', 'curator', 'auditor', 'none'] as const;
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

/** Begins enrolling: returns a secret that stays inactive until confirmed by a code. `qr` is an SVG document. */
export const beginTotp = defineEndpoint({
  method: 'POST',
  path: '/api/v1/admin/totp',
  who: { kind: 'any-admin' },
  body: z.strictObject({ password }),
  data: z.object({ secret: z.string(), uri: z.string(), qr: z.string() }),
});

/** Activates the second factor. The recovery codes are in this response and nowhere else. */
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

/** All administrators, and the pending invitations. */
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

/** 409 for the caller's own account, and for the last remaining owner. Disabling ends the administrator's sessions. */
export const updateAdministrator = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/admin/administrators/:id',
  who: { kind: 'admin', tag: 'admin:list:write' },
  params: z.strictObject({ id: z.string() }),
  body: z.strictObject({ role: role.optional(), disabled: z.boolean().optional() }),
  data: administrator,
});

/**
 * The page of an invitation. The token is only in the link's fragment: browsers do not send that part, so no server or
 * proxy log contains it (threat 13).
 */
export const invitationLink = (publicUrl: string, token: string): string =>
  `${publicUrl}/admin/invite#token=${encodeURIComponent(token)}`;

const inviteToken = z.string().min(20).max(128);

/**
 * What an invitation is for; `email` is null for the very first administrator, who chooses it. `resets`: the
 * administrator exists and sets a new password.
 */
export const readInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/v1/admin/invitation/read',
  who: { kind: 'anyone' },
  body: z.strictObject({ token: inviteToken }),
  data: z.object({ email: z.string().nullable(), role, resets: z.boolean() }),
});

/** Creates the invited administrator, or sets the new password; uses the invitation up. */
export const acceptInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/v1/admin/invitation/accept',
  who: { kind: 'anyone' },
  body: z.strictObject({
    token: inviteToken,
    email: email.optional(),
    /** Not needed when the account exists (a password reset). */
    name: line(100, 'your name').optional(),
    password: adminPassword,
  }),
});

/** An administrator's change, a sign-in, or an export of personal data. */
export const auditEntry = z.object({
  id: z.string(),
  at: z.string(),
  /** Empty where no administrator acted: a user's own call, or a failed sign-in. */
  adminId: z.string(),
  adminName: z.string(),
  /** `<METHOD> <path of the contract>`; ` (failed)` is appended for a failed sign-in. */
  action: z.string(),
  /** What was changed, for people to read: a name, an address. */
  subject: z.string(),
  /** The user concerned; also the actor when no administrator acted. */
  userId: z.string().nullable(),
  /** Null once the account is deleted. */
  userName: z.string().nullable(),
  /** How often it happened: sign-ins of an account from one address within a minute are one entry. */
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
