import * as z from 'zod';
import { email } from './account.ts';
import { defineEndpoint } from './endpoint.ts';

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/,
    'Enter a domain such as university.edu.',
  );

/** Who approves (decisions §3), and when the administrators are notified of waiting applications. */
export const approvalPolicy = z.strictObject({
  /** `rules`: the listed domains and addresses are approved automatically, all others by hand. */
  mode: z.enum(['by hand', 'rules']),
  /** A domain also covers its subdomains. */
  domains: z.array(domain).max(1_000),
  /** Full email addresses. */
  addresses: z.array(email).max(10_000),
  /** Days that an approval lasts when a rule or an administrator names no end; null: no end. */
  approvalDays: z.number().int().min(1).max(3_650).nullable(),
  notice: z.enum(['at once', 'daily', 'off']),
});
export type ApprovalPolicy = z.infer<typeof approvalPolicy>;

export const getApprovalPolicy = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/approvalPolicy',
  who: { kind: 'admin', tag: 'user:policy:read' },
  data: approvalPolicy,
});

export const setApprovalPolicy = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/admin/approvalPolicy',
  who: { kind: 'admin', tag: 'user:policy:write' },
  body: approvalPolicy,
  data: approvalPolicy,
});
