import type { ApprovalPolicy } from '../../contract/approval-policy.ts';
import type { UserStatus } from '../../contract/session.ts';
import type { TestApp } from './build-test-app.ts';
import { sql } from './look-inside.ts';

/** Registers a user, with the status that the approval rules give. */
export async function register(t: TestApp, email: string): Promise<{ status: string; id: string }> {
  const captcha = await t.captcha();
  await t.call('POST', '/api/v1/sendValidCode', { body: { email, purpose: 'register', captcha } });
  const { status } = await t.call<{ status: string }>('POST', '/api/v1/register', {
    body: t.application(email, await t.codeFor(email)),
  });
  const [row] = await sql<{ id: string }>(t, `select id from users where email = '${email}'`);
  return { status, id: row?.id ?? '' };
}

/** An administrator's decision; returns the review's id. */
export async function decide(
  t: TestApp,
  userId: string,
  status: UserStatus,
  body: { reason?: string; approvedUntil?: string | null } = {},
): Promise<string> {
  const { reviewId } = await t.call<{ reviewId: string }>(
    'PUT',
    `/api/v1/admin/userReview/${userId}/${status}`,
    { token: await t.adminToken(), body },
  );
  return reviewId;
}

/** Sets the approval policy: the defaults with some changes. */
export async function setPolicy(t: TestApp, change: Partial<ApprovalPolicy>): Promise<void> {
  await t.call('PUT', '/api/v1/admin/approvalPolicy', {
    token: await t.adminToken(),
    body: { mode: 'by hand', domains: [], addresses: [], approvalDays: null, notice: 'off', ...change },
  });
}

/** The form of applying again. */
export const form = (message?: string) => ({
  firstName: 'Ada',
  familyName: 'King',
  affiliation: 'Royal Society',
  purpose: 'Weaving, this time with a plan.',
  ...(message === undefined ? {} : { message }),
});
