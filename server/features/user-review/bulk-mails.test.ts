import { afterAll, beforeAll, expect, test } from 'vitest';
import { register, setPolicy } from '../../testing/applicants.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';

onEitherDatabase('issue 3: 40 applicants, 40 mails', (database) => {
  let t: TestApp;
  const ids: string[] = [];
  const emails = Array.from({ length: 40 }, (_, n) => `applicant${n}@example.org`);

  beforeAll(async () => {
    t = await buildTestApp({ database });
    await setPolicy(t, {});
    for (const email of emails) ids.push((await register(t, email)).id);
  });
  afterAll(() => t.close());

  const decided = async () => (await t.mails()).filter(({ subject }) => subject.startsWith('You can now'));
  const approve = async () =>
    (
      await t.call<{ done: { reviewId: string }[]; failed: unknown[] }>('PUT', '/api/v1/admin/userReview', {
        token: await t.adminToken(),
        body: { ids, status: 'approved' },
      })
    ).done;

  test('undone within 10 s: nobody gets a mail, and everybody is pending again', async () => {
    const done = await approve();
    expect(done).toHaveLength(40);
    t.clock.now += 9_999;
    await t.app.settle();
    const token = await t.adminToken();
    for (const { reviewId } of done)
      await t.call('DELETE', `/api/v1/admin/userReview/${reviewId}`, { token });
    t.clock.now += 86_400_000;
    expect(await decided()).toEqual([]);
    const { pending } = await t.call<{ pending: number }>('GET', '/api/v1/admin/userCount', {
      token: await t.adminToken(),
    });
    expect(pending).toBe(40);
  });

  test('each gets one mail after 10 s, not before, and then it can no longer be undone', async () => {
    const [first] = await approve();
    t.clock.now += 9_999;
    expect(await decided()).toEqual([]);
    t.clock.now += 1;
    expect((await decided()).map(({ to }) => to).sort()).toEqual([...emails].sort());
    const token = await t.adminToken();
    const late = await t.ask('DELETE', `/api/v1/admin/userReview/${first?.reviewId}`, { token });
    expect(late.code).toBe(409);
    t.clock.now += 86_400_000;
    expect(await decided()).toHaveLength(40);
  });

  test('of two administrators who decide at the same moment one is told that it is decided', async () => {
    const { id } = await register(t, 'contested@example.org');
    const token = await t.adminToken();
    const answers = await Promise.all(
      ['rejected', 'needs_info', 'rejected', 'needs_info'].map((status) =>
        t.ask('PUT', `/api/v1/admin/userReview/${id}/${status}`, { token, body: { reason: 'So it is.' } }),
      ),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409]);
    t.clock.now += 10_000;
    const told = (await t.mails()).filter(({ to }) => to === 'contested@example.org');
    expect(told, 'the code and one decision').toHaveLength(2);
  });

  test('who is approved by two administrators gets one mail; a changed end is told', async () => {
    const { id } = await register(t, 'twice@example.org');
    const approveUntil = async (days: number | null) =>
      t.call('PUT', `/api/v1/admin/userReview/${id}/approved`, {
        token: await t.adminToken(),
        body: {
          approvedUntil: days === null ? null : new Date(t.clock.now + days * 86_400_000).toISOString(),
        },
      });
    const told = async () => (await decided()).filter(({ to }) => to === 'twice@example.org').length;
    await approveUntil(null);
    t.clock.now += 2_000;
    await approveUntil(null);
    t.clock.now += 20_000;
    expect(await told()).toBe(1);
    await approveUntil(100);
    t.clock.now += 20_000;
    expect(await told()).toBe(2);
  });
});
