import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from '../../../contract/lists.ts';
import type { ListedUser } from '../../../contract/user-review.ts';
import { DAY } from '../../shared/time.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';

onEitherDatabase('§7 userList, decisions §1 and §3', (database) => {
  let t: TestApp;
  let admin: string;
  let today: string;
  const dayAfter = (days: number) => new Date(Date.parse(today) + days * DAY).toISOString().slice(0, 10);

  /** A pending user with a name and an institution. */
  async function person(
    email: string,
    firstName: string,
    familyName: string,
    affiliation: string,
  ): Promise<void> {
    await t.call('POST', '/api/v1/sendValidCode', {
      body: { email, purpose: 'register', captcha: await t.captcha() },
    });
    const body = { ...t.application(email, await t.codeFor(email)), firstName, familyName, affiliation };
    await t.call('POST', '/api/v1/register', { body });
  }

  beforeAll(async () => {
    t = await buildTestApp({ database });
    // Noon, so that the days below are the same whenever the test runs.
    t.clock.now = Math.floor(t.clock.now / DAY) * DAY + DAY / 2;
    today = new Date(t.clock.now).toISOString().slice(0, 10);
    await person('ozturk@example.org', 'Ayşe', 'Öztürk', 'İTÜ 清华 Lab');
    await t.user('rejected@example.org', 'rejected');
    t.clock.now += 1_000;
    await t.user('info@example.org', 'needs_info');
    t.clock.now += 1_000;
    await t.user('approved@example.org', 'approved');
    t.clock.now += DAY;
    await person('100%_sure@example.com', 'Grace', 'Hopper', 'Naval Reserve');
    const until = await t.user('until@example.org', 'approved');
    admin = await t.adminToken();
    await t.call('PUT', `/api/v1/admin/userReview/${until.id}/approved`, {
      token: admin,
      body: { approvedUntil: new Date(t.clock.now + 60_000).toISOString() },
    });
  });
  afterAll(() => t.close());

  const page = (query: string) =>
    t.call<Page<ListedUser>>('GET', `/api/v1/admin/userList?${query}`, { token: admin });
  const names = async (query: string) => (await page(query)).list.map((row) => row.email.split('@')[0]);

  test('a row has these fields and no others', async () => {
    const { list, ...rest } = await page('keyword=hopper');
    expect(rest).toEqual({ count: 1, pageIndex: 1, pageSize: 20 });
    expect(list).toEqual([
      {
        id: expect.any(String),
        email: '100%_sure@example.com',
        firstName: 'Grace',
        familyName: 'Hopper',
        affiliation: 'Naval Reserve',
        purpose: 'To see whether the engine can weave.',
        country: null,
        status: 'pending',
        statusReason: null,
        createdAt: new Date(t.clock.now).toISOString(),
        appliedAt: new Date(t.clock.now).toISOString(),
        reviewedAt: null,
        approvedUntil: null,
      },
    ]);
  });

  test('§2: the three screens are this call with another status', async () => {
    expect(await names('sort=email&order=asc')).toEqual([
      '100%_sure',
      'approved',
      'info',
      'ozturk',
      'rejected',
      'until',
    ]);
    expect(await names('status=approved&sort=email&order=asc')).toEqual(['approved', 'until']);
    expect(await names('status=pending,needs_info&sort=email&order=asc')).toEqual([
      '100%_sure',
      'info',
      'ozturk',
    ]);
    expect(await names('status=suspended')).toEqual([]);
  });

  test('keyword: name, e-mail and institution, any case, each word, no wildcards', async () => {
    for (const keyword of [
      'öztürk',
      'ÖZTÜRK',
      'Öztürk',
      'ayşe öztürk',
      'öztürk ayşe',
      'zturk@ex',
      '华',
      '清华 LAB',
      '华 ÖZT',
    ])
      expect(await names(`keyword=${encodeURIComponent(keyword)}`), keyword).toEqual(['ozturk']);
    expect(await names(`keyword=${encodeURIComponent('华清')}`)).toEqual([]);
    expect(await names('keyword=naval')).toEqual(['100%_sure']);
    expect(await names('keyword=100%25_')).toEqual(['100%_sure']);
    expect(await names('keyword=e%25m')).toEqual([]);
    expect(await names('keyword=a_proved')).toEqual([]);
    expect(await names(`keyword=${encodeURIComponent("' or 1=1 --")}`)).toEqual([]);
    expect(await names(`keyword=${encodeURIComponent('\\')}`)).toEqual([]);
  });

  test('from is inclusive, to exclusive, in UTC days', async () => {
    expect(await names(`from=${dayAfter(1)}&sort=email&order=asc`)).toEqual(['100%_sure', 'until']);
    expect(await names(`to=${dayAfter(1)}&sort=email&order=asc`)).toEqual([
      'approved',
      'info',
      'ozturk',
      'rejected',
    ]);
    expect(await names(`from=${today}&to=${dayAfter(1)}&status=approved`)).toEqual(['approved']);
    expect(await names(`from=${dayAfter(2)}`)).toEqual([]);
  });

  test('every sort, both ways; without a review comes first, on both databases', async () => {
    const all = await names('sort=createdAt&order=asc');
    expect(await names('sort=createdAt&order=desc')).toEqual([...all].reverse());
    for (const sort of ['appliedAt', 'reviewedAt', 'email', 'familyName'])
      expect(await names(`sort=${sort}&order=desc`), sort).toEqual(
        (await names(`sort=${sort}&order=asc`)).reverse(),
      );
    const reviewed = await names('sort=reviewedAt&order=asc');
    expect(new Set(reviewed.slice(0, 2))).toEqual(new Set(['ozturk', '100%_sure']));
    expect(reviewed.slice(2)).toEqual(['rejected', 'info', 'approved', 'until']);
  });

  test('pages', async () => {
    const all = await names('sort=email&order=asc');
    expect(await names('sort=email&order=asc&pageSize=4')).toEqual(all.slice(0, 4));
    expect(await names('sort=email&order=asc&pageSize=4&pageIndex=2')).toEqual(all.slice(4));
    expect(await page('pageSize=4&pageIndex=3')).toMatchObject({
      list: [],
      count: 6,
      pageIndex: 3,
      pageSize: 4,
    });
    expect((await page('pageSize=200')).pageSize).toBe(200);
  });

  test('unknown sort, order, filter, status or page → 400, named', async () => {
    const cases: [string, string][] = [
      ['sort=password_hash', 'sort'],
      ['sort=users.id', 'sort'],
      ['sort=', 'sort'],
      ['order=random()', 'order'],
      ['status=gone', 'status.0'],
      ['status=approved,', 'status.1'],
      ['role=owner', 'role'],
      ['pageSize=201', 'pageSize'],
      ['pageSize=-1', 'pageSize'],
      ['pageSize=1e1', 'pageSize'],
      ['pageIndex=0', 'pageIndex'],
      ['pageIndex=1&pageIndex=2', 'pageIndex'],
      ['from=2026-02-30', 'from'],
      ['to=today', 'to'],
      ['keyword=%00', 'keyword'],
      [`keyword=${'x'.repeat(201)}`, 'keyword'],
    ];
    for (const [query, path] of cases)
      expect(await t.ask('GET', `/api/v1/admin/userList?${query}`, { token: admin }), query).toMatchObject({
        code: 400,
        errors: [{ path }],
      });
  });

  test('an approval whose end has passed is listed as expired', async () => {
    t.clock.now += 60_000;
    expect(await names('status=approved')).toEqual(['approved']);
    expect(await names('status=expired')).toEqual(['until']);
    expect((await page('keyword=until')).list[0]?.status).toBe('expired');
    expect(await names('status=approved,expired&sort=email&order=asc')).toEqual(['approved', 'until']);
  });
});
