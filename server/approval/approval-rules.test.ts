import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OwnApplication } from '../../contract/own-account.ts';
import type { UserInfo } from '../../contract/session.ts';
import { DAY } from '../shared/time.ts';
import { decide, form, register, setPolicy } from '../testing/applicants.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { onEitherDatabase } from '../testing/databases.ts';
import { isListed } from './rules.ts';

const policyUrl = '/api/v1/admin/approvalPolicy';

describe('decisions §3: whom a rule approves', () => {
  const policy = {
    mode: 'rules',
    domains: ['uni.example'],
    addresses: ['ada@other.example'],
    approvalDays: null,
    notice: 'off',
  } as const;
  test.each([
    ['a@uni.example', true],
    ['a@math.uni.example', true],
    ['ada@other.example', true],
    ['a@notuni.example', false],
    ['a@uni.example.evil.example', false],
    ['uni.example@evil.example', false],
    ['bob@other.example', false],
    ['ada+1@other.example', false],
  ])('%s: %s', (email, expected) => {
    expect(
      isListed({ ...policy, domains: [...policy.domains], addresses: [...policy.addresses] }, email),
    ).toBe(expected);
    expect(isListed({ ...policy, mode: 'by hand', domains: ['uni.example'], addresses: [] }, email)).toBe(
      false,
    );
  });
});

onEitherDatabase('decisions §3: who approves', (database) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await buildTestApp({ database });
  });
  afterAll(() => t.close());

  const info = async (email: string) =>
    t.call<UserInfo>('GET', '/api/v1/userInfo', { token: await t.login(email) });
  const application = async (email: string) =>
    t.call<OwnApplication>('GET', '/api/v1/application', { token: await t.login(email) });

  test('by hand at first; a policy is kept, tidied and audited', async () => {
    const token = await t.adminToken();
    expect(await t.call('GET', policyUrl, { token })).toEqual({
      mode: 'by hand',
      domains: [],
      addresses: [],
      approvalDays: null,
      notice: 'at once',
    });
    const body = {
      mode: 'rules',
      domains: ['Uni.Example', 'uni.example'],
      addresses: ['Ada@Other.example'],
      approvalDays: 365,
      notice: 'daily',
    };
    const kept = { ...body, domains: ['uni.example'], addresses: ['ada@other.example'] };
    expect(await t.call('PUT', policyUrl, { token, body })).toEqual(kept);
    expect(await t.call('GET', policyUrl, { token })).toEqual(kept);
    const { list } = await t.call<{ list: { subject: string; before: unknown; after: unknown }[] }>(
      'GET',
      '/api/v1/admin/audit?keyword=approval%20policy',
      { token },
    );
    expect(list[0]).toMatchObject({
      before: { mode: 'by hand' },
      after: { mode: 'rules', approvalDays: 365 },
    });
    // The audit log outlives the people.
    expect(JSON.stringify(list)).not.toContain('ada@other.example');
    for (const wrong of [
      { domains: ['not a domain'] },
      { addresses: ['"q"@x.yz'] },
      { approvalDays: 0 },
      { more: 1 },
    ]) {
      const answer = await t.ask('PUT', policyUrl, { token, body: { ...body, ...wrong } });
      expect(answer.code, JSON.stringify(wrong)).toBe(400);
    }
  });

  test('of changes at once each entry in the audit log begins where another ended', async () => {
    const token = await t.adminToken();
    const entries = async () =>
      (
        await t.call<{ list: { before: { approvalDays: number }; after: { approvalDays: number } }[] }>(
          'GET',
          '/api/v1/admin/audit?keyword=approval%20policy&pageSize=50',
          { token },
        )
      ).list.map(({ before, after }) => [before.approvalDays, after.approvalDays]);
    const set = (approvalDays: number) =>
      t.call('PUT', policyUrl, {
        token,
        body: { mode: 'rules', domains: [], addresses: [], approvalDays, notice: 'at once' },
      });
    await set(1);
    const already = (await entries()).length;
    await Promise.all(Array.from({ length: 40 }, (_, i) => set(2 + i)));
    const changed = (await entries()).slice(0, -already);
    expect(changed).toHaveLength(40);
    const begins = changed.map(([before]) => before);
    expect(new Set(begins).size, JSON.stringify(changed)).toBe(40);
  });

  test('a listed domain is approved at registration, with a mail, a step and the usual end', async () => {
    await setPolicy(t, { mode: 'rules', domains: ['uni.example'], approvalDays: 30 });
    const email = 'eve@math.uni.example';
    expect((await register(t, email)).status).toBe('approved');
    const until = new Date(t.clock.now + 30 * DAY).toISOString();
    expect(await info(email)).toMatchObject({ status: 'approved', approvedUntil: until });
    const own = await application(email);
    expect(own.timeline.map(({ from, to }) => [from, to])).toEqual([
      [null, 'pending'],
      ['pending', 'approved'],
    ]);
    const mails = (await t.mails()).filter((mail) => mail.to === email && mail.subject.includes('download'));
    expect(mails).toHaveLength(1);
    expect((await register(t, 'else@elsewhere.example')).status).toBe('pending');
  });

  test('once per address, whatever its +tag: the second account waits for a person', async () => {
    await setPolicy(t, { mode: 'rules', domains: ['once.example'] });
    expect((await register(t, 'ada+one@once.example')).status).toBe('approved');
    expect((await register(t, 'ada+two@once.example')).status).toBe('pending');
    expect((await register(t, 'ada@once.example')).status).toBe('pending');
  });

  test('a listed address is approved when it applies again', async () => {
    await setPolicy(t, {});
    const { id } = await register(t, 'later@listed.example');
    await decide(t, id, 'needs_info', { reason: 'Which group?' });
    await setPolicy(t, { mode: 'rules', addresses: ['later@listed.example'] });
    t.clock.now += 1_000;
    const token = await t.login('later@listed.example');
    const answer = await t.call<OwnApplication>('POST', '/api/v1/application', {
      token,
      body: form('Ours.'),
    });
    expect(answer.status).toBe('approved');
    expect(answer.timeline.map(({ from, to }) => [from, to])).toEqual([
      [null, 'pending'],
      ['pending', 'needs_info'],
      ['needs_info', 'pending'],
      ['pending', 'approved'],
    ]);
  });

  test('a suspended address stays suspended after its account is gone, and no rule lifts it', async () => {
    await setPolicy(t, { mode: 'rules', domains: ['bad.example'] });
    const { id } = await register(t, 'mallory@bad.example');
    await decide(t, id, 'suspended', { reason: 'Passed the data on to Carol.' });
    // While the first account exists, a second one of the same mailbox does not bypass its suspension.
    expect((await register(t, 'mallory+new@bad.example')).status).toBe('pending');
    expect((await info('mallory+new@bad.example')).status).toBe('suspended');

    const token = await t.adminToken();
    await t.call('DELETE', `/api/v1/admin/user/${id}`, { token });
    t.clock.now += DAY;
    const again = await register(t, 'mallory@bad.example');
    expect(again.status, 'the answer does not tell').toBe('pending');
    const seen = await info('mallory@bad.example');
    expect(seen.status).toBe('suspended');
    expect(seen.statusReason).toContain('suspended before');
    expect(seen.statusReason).not.toContain('Carol');

    // An administrator may lift the suspension, for good.
    t.clock.now += 1_000;
    await decide(t, again.id, 'approved');
    expect((await info('mallory@bad.example')).status).toBe('approved');
    await t.call('DELETE', `/api/v1/admin/user/${again.id}`, { token: await t.adminToken() });
    expect((await register(t, 'mallory@bad.example')).status).toBe('pending');
    expect((await info('mallory@bad.example')).status).toBe('pending');
  });

  test('taking a suspension back takes its mark back, and taking its lifting back brings it again', async () => {
    await setPolicy(t, {});
    const undo = async (review: string) =>
      t.call('DELETE', `/api/v1/admin/userReview/${review}`, { token: await t.adminToken() });
    const { id } = await register(t, 'slip@marks.example');
    await decide(t, id, 'approved');
    t.clock.now += 20_000;
    await undo(await decide(t, id, 'suspended', { reason: 'A slip.' }));
    await register(t, 'slip+a@marks.example');
    expect((await info('slip+a@marks.example')).status).toBe('pending');
    t.clock.now += 20_000;
    await decide(t, id, 'suspended', { reason: 'No slip.' });
    t.clock.now += 20_000;
    await undo(await decide(t, id, 'approved'));
    await register(t, 'slip+b@marks.example');
    expect((await info('slip+b@marks.example')).status).toBe('suspended');
  });

  test('the usual end holds when an administrator names none; a named one, or "no end", wins', async () => {
    await setPolicy(t, { approvalDays: 10 });
    const { id } = await register(t, 'ends@example.org');
    const until = async () => (await info('ends@example.org')).approvedUntil;
    await decide(t, id, 'approved');
    expect(await until()).toBe(new Date(t.clock.now + 10 * DAY).toISOString());
    t.clock.now += 1;
    const named = new Date(t.clock.now + 3 * DAY).toISOString();
    await decide(t, id, 'approved', { approvedUntil: named });
    expect(await until()).toBe(named);
    t.clock.now += 1;
    await decide(t, id, 'approved', { approvedUntil: null });
    expect(await until()).toBeNull();
  });
});
