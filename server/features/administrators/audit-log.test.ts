import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditEntry } from '../../../contract/administrators.ts';
import { administrator, type TestAdministrator } from '../../testing/administrators.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';

const DAY = 86_400_000;

onEitherDatabase('decisions §2: the audit log', (database) => {
  let t: TestApp;
  let owner: TestAdministrator;
  let curator: TestAdministrator;
  /** The UTC day of the curator's actions; the owner's are on the next. */
  let day = '';
  const nameOfDay = (time: number) => new Date(time).toISOString().slice(0, 10);

  const rename = async (token: string, name: string) =>
    t.call('POST', '/api/v1/setting', { token, body: { name } });
  const list = (query = '') =>
    t.call<{ list: AuditEntry[]; count: number }>('GET', `/api/v1/admin/audit${query}`, {
      token: owner.token,
    });
  const actions = async (query: string) =>
    (await list(query)).list.map(({ action }) => action.split('/').at(-1));

  beforeAll(async () => {
    t = await buildTestApp({ database });
    // Noon, so that the sessions do not cross midnight.
    t.clock.now = Math.floor(t.clock.now / DAY) * DAY + DAY / 2;
    day = nameOfDay(t.clock.now);
    curator = await administrator(t, 'curator');
    const form = new FormData();
    for (const [key, value] of Object.entries({ name: 'Ångström 100%', version: '1.0', modalityName: 'X' }))
      form.append(key, value);
    await t.call('POST', '/api/v1/admin/addDataset', { token: curator.token, body: form });
    t.clock.now += DAY;
    owner = await administrator(t, 'owner');
    await rename(owner.token, 'First');
    t.clock.now += 1_000;
    await rename(owner.token, 'Second');
  });
  afterAll(() => t.close());

  test('newest first, with who, when, what, before and after', async () => {
    const { list: rows, count } = await list();
    expect(count).toBe(11);
    expect(rows[0]).toEqual({
      id: expect.any(String),
      at: new Date(t.clock.now).toISOString(),
      adminId: owner.id,
      adminName: 'The owner',
      action: 'POST /api/v1/setting',
      subject: 'site settings',
      userId: null,
      userName: null,
      times: 1,
      before: { name: 'First' },
      after: { name: 'Second' },
      ip: '127.0.0.1',
    });
    const times = rows.map(({ at }) => at);
    expect(times).toEqual([...times].sort().reverse());
    expect((await list('?order=asc')).list.map(({ at }) => at)).toEqual([...times].reverse());
  });

  test('by administrator', async () => {
    expect((await actions(`?adminId=${curator.id}`)).sort()).toEqual(['accept', 'addDataset', 'login']);
    expect(await actions('?adminId=nobody')).toEqual([]);
  });

  test('by keyword in subject or action, whatever its case, with % and _ as they are', async () => {
    expect(await actions('?keyword=SITE%20settings')).toEqual(['setting', 'setting']);
    expect(await actions('?keyword=adddataset')).toEqual(['addDataset']);
    expect(await actions(`?keyword=${encodeURIComponent('ÅNGSTRÖM 100%')}`)).toEqual(['addDataset']);
    expect(await actions('?keyword=s_te')).toEqual([]);
    expect(await actions('?keyword=The%20owner'), 'not the name of who did it').toEqual([]);
  });

  test('by keyword: each page in its order with the whole count, also beyond the last', async () => {
    const { list: all, count } = await list('?keyword=api&order=asc');
    expect([all.length, count]).toEqual([11, 11]);
    for (const pageIndex of [1, 2, 3, 4, 5]) {
      const page = await list(`?keyword=api&order=asc&pageSize=3&pageIndex=${pageIndex}`);
      expect([page.list, page.count], `page ${pageIndex}`).toEqual([
        all.slice((pageIndex - 1) * 3, pageIndex * 3),
        11,
      ]);
    }
    expect(await list('?keyword=nowhere')).toMatchObject({ list: [], count: 0 });
  });

  test('by day: from is inclusive, to exclusive', async () => {
    const next = nameOfDay(Date.parse(day) + DAY);
    expect(await actions(`?from=${day}&to=${next}`)).toHaveLength(5);
    expect(await actions(`?from=${next}`)).toHaveLength(6);
    expect(await actions(`?to=${day}`)).toEqual([]);
  });

  test('in pages, and an unlisted sort or filter is 400', async () => {
    const page = await list('?pageIndex=2&pageSize=3');
    expect(page).toMatchObject({ count: 11, pageIndex: 2, pageSize: 3 });
    expect(page.list).toHaveLength(3);
    for (const query of ['?sort=ip', '?ip=127.0.0.1', '?from=yesterday', '?order=up']) {
      const answer = await t.ask('GET', `/api/v1/admin/audit${query}`, { token: owner.token });
      expect(answer.code, query).toBe(400);
    }
  });
});
