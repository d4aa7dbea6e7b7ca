import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Envelope } from '../../../contract/envelope.ts';
import { type UserStatus, userStatuses } from '../../../contract/session.ts';
import type { ListedUser } from '../../../contract/user-review.ts';
import { DAY } from '../../shared/time.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { rowCount, sql } from '../../testing/look-inside.ts';

const REASON = 'Because of the test.';

onEitherDatabase('§7 userReview, decisions §3', (database) => {
  let t: TestApp;
  let admin: string;
  let number = 0;
  beforeAll(async () => {
    t = await buildTestApp({ database });
    admin = await t.adminToken();
  });
  afterAll(() => t.close());

  type Step = {
    reviewId: string;
    from: string | null;
    to: string;
    reason: string | null;
    by: string | null;
    at: string;
    undone: boolean;
  };
  type Whole = ListedUser & { downloads: number; timeline: Step[] };
  const newUser = async (status: UserStatus = 'pending') => {
    const made = await t.user(`review${++number}@example.org`, status);
    return { ...made, email: `review${number}@example.org` };
  };
  const review = async (id: string, status: string, body?: object): Promise<Envelope<{ reviewId: string }>> =>
    t.ask('PUT', `/api/v1/admin/userReview/${id}/${status}`, { token: admin, ...(body ? { body } : {}) });
  const decided = async (id: string, status: string, body: object = { reason: REASON }) =>
    (await review(id, status, body)).data?.reviewId ?? '';
  const undo = (reviewId: string) =>
    t.ask('DELETE', `/api/v1/admin/userReview/${reviewId}`, { token: admin });
  const show = (id: string) => t.call<Whole>('GET', `/api/v1/admin/user/${id}`, { token: admin });
  const mailsTo = async (email: string, about: RegExp) =>
    (await t.mails()).filter((mail) => mail.to === email && about.test(mail.subject));

  const allowed: Record<UserStatus, UserStatus[]> = {
    pending: ['approved', 'rejected', 'needs_info'],
    approved: ['approved', 'suspended'],
    rejected: ['approved'],
    needs_info: ['approved'],
    suspended: ['approved'],
    expired: ['approved'],
  };

  for (const from of userStatuses) {
    test(`from ${from}: ${allowed[from].join(', ')}; anything else 409`, async () => {
      const { id } = await newUser(from === 'expired' ? 'approved' : from);
      if (from === 'expired') {
        await decided(id, 'approved', { approvedUntil: new Date(t.clock.now + 1_000).toISOString() });
        t.clock.now += 1_000;
      }
      const before = await show(id);
      expect(before.status).toBe(from);
      for (const to of userStatuses) {
        if (allowed[from].includes(to)) continue;
        expect((await review(id, to, { reason: REASON })).code, to).toBe(409);
      }
      expect(await show(id)).toEqual(before);
      for (const to of allowed[from]) {
        const answer = await review(id, to, { reason: REASON });
        expect(answer, to).toMatchObject({ code: 200, data: { reviewId: expect.any(String) } });
        expect((await show(id)).status).toBe(to);
        expect((await undo(answer.data?.reviewId ?? '')).code).toBe(200);
        expect((await show(id)).status, `${to} undone`).toBe(from);
      }
    });
  }

  test('a reason is required for rejected, needs_info and suspended', async () => {
    const pending = await newUser();
    const approved = await newUser('approved');
    for (const [id, status] of [
      [pending.id, 'rejected'],
      [pending.id, 'needs_info'],
      [approved.id, 'suspended'],
    ] as const)
      for (const body of [undefined, {}, { reason: '' }, { reason: '  ' }])
        expect(await review(id, status, body), status).toMatchObject({
          code: 400,
          errors: [{ path: 'reason' }],
        });
    expect((await review(pending.id, 'approved')).code, 'none for approving').toBe(200);
  });

  test('wrong input: unknown status or field 400, an end in the past 400, nobody 404', async () => {
    const { id } = await newUser();
    expect((await review(id, 'gone', {})).code).toBe(400);
    expect(await review(id, 'approved', { by: 'me' })).toMatchObject({ code: 400, errors: [{ path: 'by' }] });
    for (const approvedUntil of ['tomorrow', 5, new Date(t.clock.now).toISOString()])
      expect(await review(id, 'approved', { approvedUntil })).toMatchObject({
        code: 400,
        errors: [{ path: 'approvedUntil' }],
      });
    expect((await review('nobody', 'approved', {})).code).toBe(404);
    expect((await undo('nothing')).code).toBe(404);
  });

  test('it takes effect at once; its mail leaves after 10 s, once', async () => {
    const { id, email, token } = await newUser();
    await decided(id, 'needs_info', { reason: 'Which institute?' });
    expect(await t.call('GET', '/api/v1/userInfo', { token })).toMatchObject({
      status: 'needs_info',
      statusReason: 'Which institute?',
    });
    t.clock.now += 9_999;
    expect(await mailsTo(email, /needs more information/)).toEqual([]);
    t.clock.now += 1;
    for (let i = 0; i < 3; i++) expect(await mailsTo(email, /needs more information/)).toHaveLength(1);
    expect((await mailsTo(email, /needs more/))[0]?.text).toContain('Which institute?');
  });

  test('undo within 10 s: all of the former state returns, the mail is dropped', async () => {
    const { id, email, token } = await newUser('approved');
    await decided(id, 'approved', { approvedUntil: new Date(t.clock.now + DAY).toISOString() });
    t.clock.now += 20_000;
    const before = await show(id);
    const reviewId = await decided(id, 'suspended');
    t.clock.now += 9_999;
    expect((await undo(reviewId)).code).toBe(200);
    const { timeline, ...after } = await show(id);
    expect(after).toEqual((({ timeline: _, ...rest }) => rest)(before));
    expect(timeline.at(-1)).toMatchObject({ reviewId, to: 'suspended', undone: true });
    expect(await t.call('GET', '/api/v1/userInfo', { token })).toMatchObject({ status: 'approved' });
    t.clock.now += 60_000;
    expect(await mailsTo(email, /suspended/)).toEqual([]);
    expect((await undo(reviewId)).code, 'twice').toBe(409);
  });

  test('undo after 10 s → 409, the decision and its mail stay', async () => {
    const { id, email } = await newUser();
    const reviewId = await decided(id, 'rejected');
    t.clock.now += 10_000;
    expect((await undo(reviewId)).code).toBe(409);
    expect((await show(id)).status).toBe('rejected');
    expect(await mailsTo(email, /was not approved/)).toHaveLength(1);
  });

  test('undoing a decision that a later one has replaced → 409, nothing changes', async () => {
    const { id } = await newUser();
    const first = await decided(id, 'rejected');
    t.clock.now += 1_000;
    const second = await decided(id, 'approved', {});
    expect((await undo(first)).code).toBe(409);
    expect(await show(id)).toMatchObject({
      status: 'approved',
      timeline: [{}, { undone: false }, { undone: false }],
    });
    expect((await undo(second)).code).toBe(200);
    expect((await undo(first)).code, 'now it is the latest').toBe(200);
    expect((await show(id)).status).toBe('pending');
  });

  test('of two decisions at once, one counts', async () => {
    const { id } = await newUser();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) => review(id, i % 2 ? 'rejected' : 'needs_info', { reason: `${i}` })),
    );
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, ...Array(5).fill(409)]);
    expect((await show(id)).timeline).toHaveLength(2);
  });

  test('the timeline: steps of one millisecond stand as they happened', async () => {
    const { id } = await newUser();
    const steps = Array.from({ length: 6 }, (_, n) => (n % 2 === 0 ? 'approved' : 'suspended'));
    for (const to of steps) await decided(id, to);
    const { timeline } = await show(id);
    expect(new Set(timeline.map(({ at }) => at)).size).toBe(1);
    expect(timeline.map(({ to }) => to)).toEqual(['pending', ...steps]);
  });

  test('the timeline: who, when, from, to, why', async () => {
    const { id } = await newUser();
    const registered = (await show(id)).timeline[0];
    t.clock.now += 1_000;
    await decided(id, 'rejected');
    t.clock.now += 1_000;
    await decided(id, 'approved', {});
    const at = (ago: number) => new Date(t.clock.now - ago).toISOString();
    expect((await show(id)).timeline).toEqual([
      { ...registered, from: null, to: 'pending', by: null, reason: null, undone: false },
      {
        reviewId: expect.any(String),
        from: 'pending',
        to: 'rejected',
        reason: REASON,
        by: 'Administrator',
        at: at(1_000),
        undone: false,
      },
      {
        reviewId: expect.any(String),
        from: 'rejected',
        to: 'approved',
        reason: null,
        by: 'Administrator',
        at: at(0),
        undone: false,
      },
    ]);
  });

  test('several at once: done and failed apart; what is wrong with the wish is 400 for all', async () => {
    const [a, b, c] = [await newUser(), await newUser('approved'), await newUser()];
    const many = (body: object) => t.ask('PUT', '/api/v1/admin/userReview', { token: admin, body });
    const ids = [a.id, b.id, 'nobody', c.id, a.id];
    expect(await many({ ids, status: 'rejected' })).toMatchObject({
      code: 400,
      errors: [{ path: 'reason' }],
    });
    expect(await many({ ids, status: 'rejected', reason: REASON })).toMatchObject({
      code: 200,
      data: {
        done: [{ userId: a.id, reviewId: expect.any(String) }, { userId: c.id }],
        failed: [
          { userId: b.id, msg: expect.stringMatching(/approved/) },
          { userId: 'nobody', msg: expect.any(String) },
        ],
      },
    });
    expect((await show(c.id)).status).toBe('rejected');
    expect((await many({ ids: [], status: 'approved' })).code).toBe(400);
    expect((await many({ ids: Array(501).fill('x'), status: 'approved' })).code).toBe(400);
    expect((await many({ ids: Array(500).fill('x'), status: 'approved' })).code).toBe(200);
  });

  test('user/{id} DELETE: sessions and tickets dead, records lose the person but stay, the address is free', async () => {
    const { id, email, token } = await newUser('approved');
    const { dataset } = await t.dataset({ name: 'Kept records', files: { 'a.txt': 'abc' } });
    const { subsetList } = await t.open(dataset.id, token);
    const link = subsetList[0]?.downloadUrl ?? '';
    expect((await t.inject('GET', link, { headers: { 'user-agent': 'telltale' } })).statusCode).toBe(200);
    await t.app.settle();
    expect(await show(id)).toMatchObject({ downloads: 1 });
    expect((await t.ask('DELETE', `/api/v1/admin/user/${id}`, { token: admin })).code).toBe(200);

    expect((await t.ask('GET', '/api/v1/userInfo', { token })).code).toBe(401);
    expect((await t.ask('GET', link)).code).toBe(401);
    expect(
      (await t.ask('POST', '/api/v1/login', { body: { email, password: 'seven green kettles on the roof' } }))
        .code,
    ).toBe(400);
    expect((await t.ask('GET', `/api/v1/admin/user/${id}`, { token: admin })).code).toBe(404);
    expect((await t.ask('DELETE', `/api/v1/admin/user/${id}`, { token: admin })).code).toBe(404);
    const { list } = await t.call<{ list: object[] }>(
      'GET',
      `/api/v1/admin/records?datasetId=${dataset.id}`,
      { token: admin },
    );
    expect(list).toMatchObject([
      { userId: null, userName: '', email: '', ip: '', userAgent: '', bytesSent: 3, complete: true },
    ]);
    expect((await t.open(dataset.id)).dataset.count).toBe(1);
    expect(await rowCount(t, `tickets where user_id = '${id}'`)).toBe(0);
    const left = JSON.stringify(await sql(t, 'select * from records'));
    expect(left).not.toContain(email);
    expect(left).not.toContain(id);
    expect((await t.user(email)).id).not.toBe(id);
  });
});
