import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OwnApplication } from '../../../contract/own-account.ts';
import type { UserStatus } from '../../../contract/session.ts';
import { DAY } from '../../shared/time.ts';
import { decide, form, register } from '../../testing/applicants.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { rowCount } from '../../testing/look-inside.ts';

const URL = '/api/v1/application';

onEitherDatabase('decisions §3: one’s own application', (database) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await buildTestApp({ database });
  });
  afterAll(() => t.close());

  const read = (token: string) => t.call<OwnApplication>('GET', URL, { token });

  test('shows where it stands, the reason, and the form as it was sent', async () => {
    const { id, token } = await t.user('shows@example.org', 'pending');
    expect(await read(token)).toMatchObject({
      status: 'pending',
      mayApply: false,
      firstName: 'Ada',
      affiliation: 'Analytical Society',
      country: null,
      timeline: [{ from: null, to: 'pending', reason: null }],
    });
    t.clock.now += 1_000;
    await decide(t, id, 'needs_info', { reason: 'Which engine?' });
    const asked = await read(token);
    expect(asked).toMatchObject({ status: 'needs_info', reason: 'Which engine?', mayApply: true });
    expect(asked.timeline.at(-1)).toEqual({
      from: 'pending',
      to: 'needs_info',
      reason: 'Which engine?',
      at: new Date(t.clock.now).toISOString(),
    });
  });

  test.each(['rejected', 'needs_info', 'expired'] as const)(
    '%s becomes pending again: form, time, and the message as a step',
    async (status) => {
      const email = `again-${status}@example.org`;
      const { id, token } = await t.user(email, status === 'expired' ? 'pending' : status);
      if (status === 'expired') {
        await decide(t, id, 'approved', { approvedUntil: new Date(t.clock.now + DAY).toISOString() });
        t.clock.now += DAY;
      }
      const session = status === 'expired' ? await t.login(email) : token;
      t.clock.now += 60_000;
      const answer = await t.call<OwnApplication>('POST', URL, {
        token: session,
        body: { ...form('The other one.'), country: 'Italy' },
      });
      expect(answer).toMatchObject({
        status: 'pending',
        reason: null,
        mayApply: false,
        appliedAt: new Date(t.clock.now).toISOString(),
        reviewedAt: null,
        approvedUntil: null,
        familyName: 'King',
        affiliation: 'Royal Society',
        country: 'Italy',
      });
      expect(answer.timeline.at(-1)).toEqual({
        from: status,
        to: 'pending',
        reason: 'The other one.',
        at: new Date(t.clock.now).toISOString(),
      });
      expect(await read(session)).toEqual(answer);
      const row = await t.call<{ status: string; familyName: string }>('GET', `/api/v1/admin/user/${id}`, {
        token: await t.adminToken(),
      });
      expect(row).toMatchObject({ status: 'pending', familyName: 'King' });
    },
  );

  test.each(['pending', 'approved', 'suspended'] as UserStatus[])(
    '%s cannot apply: 409, nothing changed',
    async (status) => {
      const { token } = await t.user(`no-${status}@example.org`, status);
      const before = await read(token);
      expect(await t.ask('POST', URL, { token, body: form() })).toMatchObject({ code: 409 });
      expect(await read(token)).toEqual(before);
    },
  );

  test('threats row 11: of 20 applications at once exactly one counts', async () => {
    const { id, token } = await t.user('parallel@example.org', 'rejected');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => t.ask('POST', URL, { token, body: form(`Number ${n}`) })),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(19).fill(409)]);
    expect(await rowCount(t, `reviews where user_id = '${id}' and from_status = 'rejected'`)).toBe(1);
  });

  test('threats row 14: what decides about a person is not for the person to send', async () => {
    const { token } = await t.user('closed@example.org', 'rejected');
    for (const extra of [
      { status: 'approved' },
      { roles: ['owner'] },
      { approvedUntil: null },
      { email: 'a@b.cd' },
    ]) {
      const answer = await t.ask('POST', URL, { token, body: { ...form(), ...extra } });
      expect(answer, JSON.stringify(extra)).toMatchObject({
        code: 400,
        errors: [{ path: Object.keys(extra)[0] }],
      });
    }
    expect((await read(token)).status).toBe('rejected');
  });

  test('a decision that was taken back never happened for the applicant', async () => {
    const { id, token } = await t.user('undone@example.org', 'pending');
    const review = await decide(t, id, 'rejected', { reason: 'A slip.' });
    await t.call('DELETE', `/api/v1/admin/userReview/${review}`, { token: await t.adminToken() });
    const own = await read(token);
    expect(own.status).toBe('pending');
    expect(own.timeline.map((step) => step.to)).toEqual(['pending']);
    const seen = await t.call<{ timeline: { undone: boolean }[] }>('GET', `/api/v1/admin/user/${id}`, {
      token: await t.adminToken(),
    });
    expect(seen.timeline.map((step) => step.undone)).toEqual([false, true]);
  });

  test('once the applicant has answered a decision, it can no longer be taken back', async () => {
    const { id } = await register(t, 'quick@example.org');
    const token = await t.login('quick@example.org');
    const review = await decide(t, id, 'rejected', { reason: 'Too short.' });
    t.clock.now += 3_000;
    await t.call('POST', URL, { token, body: form() });
    const answer = await t.ask('DELETE', `/api/v1/admin/userReview/${review}`, {
      token: await t.adminToken(),
    });
    expect(answer.code).toBe(409);
    expect((await read(token)).timeline.map((step) => step.to)).toEqual(['pending', 'rejected', 'pending']);
  });
});
