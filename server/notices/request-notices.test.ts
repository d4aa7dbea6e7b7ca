import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../database/index.ts';
import { DAY } from '../shared/time.ts';
import { ADMIN, buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { onEachDatabase } from '../testing/databases.ts';
import { sql, sqliteFile } from '../testing/look-inside.ts';
import type { ReadMail } from '../testing/mail-file.ts';
import { askForRequests, decideRequest, sendRequest } from '../testing/requests.ts';
import { noticesStore } from './notices.store.ts';
import { requestNoticesStore } from './request-notices.store.ts';
import { requestNotices } from './request-notices.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const FAST = 'fast@lab.example';
const SLOW = 'slow@lab.example';
const REASON = 'Because of the test.';

onEachDatabase('access.md "Requests": reviewers hear at once or daily, each as set', (database) => {
  let t: TestApp;
  let users = 0;
  /** Datasets by who reviews them. */
  const by = { fast: '', slow: '', both: '', nobody: '', gone: '' };

  beforeAll(async () => {
    t = await buildTestApp({ database });
    for (const [name, disabled] of [
      ['fast', 'null'],
      ['slow', 'null'],
      ['gone', '1'],
      ['elsewhere', 'null'],
    ])
      await sql(
        t,
        `insert into administrators (id, username, name, password_hash, role, created_at, disabled_at)
         values ('${name}', '${name}@lab.example', '${name}', '-', 'none', 1, ${disabled})`,
      );
    for (const name of Object.keys(by) as (keyof typeof by)[]) {
      by[name] = (await t.dataset({ name: `Read by ${name}`, files: { 'a.txt': name } })).dataset.id;
      await askForRequests(t, by[name]);
    }
    const [fast, slow] = [
      { administratorId: 'fast', notice: 'at once' },
      { administratorId: 'slow', notice: 'daily' },
    ];
    await name(by.fast, [fast]);
    await name(by.slow, [slow]);
    await name(by.both, [fast, slow]);
    await name(by.gone, [{ administratorId: 'gone', notice: 'at once' }]);
  });
  afterAll(() => t.close());

  const name = async (datasetId: string, reviewers: object[]) =>
    t.call('PUT', `/api/v1/admin/dataset/${datasetId}/reviewers`, {
      token: await t.adminToken(),
      body: { reviewers },
    });
  /** Somebody new asks. */
  const asks = async (datasetId: string) => {
    const email = `asks${++users}@example.org`;
    const { token } = await t.user(email);
    return { email, id: await sendRequest(t, datasetId, token) };
  };
  let seen = 0;
  /** Notices since the last call. */
  async function told(): Promise<ReadMail[]> {
    const all = (await t.mails()).filter(({ subject }) => /request.* for a decision/.test(subject));
    const news = all.slice(seen);
    seen = all.length;
    return news;
  }
  const readers = (mails: ReadMail[]) => mails.map(({ to }) => to).sort();
  /** Nobody waits any more, and the next digest may leave. */
  async function decideAll(): Promise<void> {
    for (const { id } of await sql<{ id: string }>(t, `select id from requests where status = 'pending'`))
      await decideRequest(t, id, 'granted');
    t.clock.now += 2 * DAY;
    await told();
  }

  test('at once: a minute later, with those of the same minute, of one’s own datasets alone', async () => {
    await asks(by.fast);
    t.clock.now += MINUTE - 1_000;
    expect(await told()).toEqual([]);
    await asks(by.both);
    t.clock.now += 1_000;
    const mails = await told();
    expect(readers(mails.filter(({ to }) => to !== SLOW))).toEqual([FAST]);
    const mail = mails.find(({ to }) => to === FAST);
    expect(mail?.subject).toBe('2 requests for datasets wait for a decision at Vitrine');
    expect(mail?.text).toContain('- Read by fast: Ada Lovelace, Analytical Society');
    expect(mail?.text).toContain('- Read by both: ');
    expect(mail?.text).toContain('/admin/access/requests');
    t.clock.now += 3 * HOUR;
    expect(readers(await told()).filter((to) => to !== SLOW)).toEqual([]);
  });

  test('daily: at most one digest a day, only when somebody waits, of one’s own datasets alone', async () => {
    await decideAll();
    t.clock.now += DAY;
    expect(await told()).toEqual([]);
    await asks(by.slow);
    t.clock.now += MINUTE;
    const [digest, ...more] = await told();
    expect(more).toEqual([]);
    expect(digest).toMatchObject({
      to: SLOW,
      subject: 'A request for a dataset waits for a decision at Vitrine',
    });
    await asks(by.both);
    t.clock.now += 23 * HOUR;
    expect(readers(await told())).toEqual([FAST]);
    t.clock.now += HOUR;
    const next = await told();
    expect(readers(next)).toEqual([SLOW]);
    expect(next[0]?.subject).toBe('2 requests for datasets wait for a decision at Vitrine');
    expect(next[0]?.text).not.toContain('Read by fast');
  });

  test('without a reviewer who may sign in: the owners, at once', async () => {
    await decideAll();
    await asks(by.nobody);
    await asks(by.gone);
    t.clock.now += MINUTE;
    const mails = await told();
    expect(readers(mails)).toEqual([ADMIN.username]);
    expect(mails[0]?.text).toContain('- Read by nobody: ');
    expect(mails[0]?.text).toContain('- Read by gone: ');
  });

  test('who asks again is told of again; what was decided meanwhile, and drafts, are not', async () => {
    await decideAll();
    const { email, id } = await asks(by.fast);
    await decideRequest(t, id, 'needs_info', { reason: REASON });
    t.clock.now += HOUR;
    expect(await told()).toEqual([]);
    await t.call('PUT', `/api/v1/dataset/${by.fast}/request`, {
      token: await t.login(email),
      body: { purpose: 'More.', answers: {} },
    });
    t.clock.now += HOUR;
    expect(await told()).toEqual([]);
    await sendRequest(t, by.fast, await t.login(email));
    t.clock.now += MINUTE;
    expect(readers(await told())).toEqual([FAST]);
  });

  test('several servers: each is told once', async () => {
    await decideAll();
    await asks(by.both);
    const others = await Promise.all([1, 2].map(() => openDatabase(t.databaseUrl ?? sqliteFile(t))));
    const at = t.clock.now + MINUTE;
    const rounds = others.map((db) =>
      requestNotices({
        store: requestNoticesStore(db),
        administrators: noticesStore(db).administrators,
        site: async () => ({ name: 'Vitrine', publicUrl: 'http://localhost' }),
        now: () => at,
      }),
    );
    await Promise.all([...rounds, ...rounds].map((round) => round()));
    await Promise.all(others.map((db) => db.destroy()));
    t.clock.now += MINUTE;
    expect(readers(await told())).toEqual([FAST, SLOW]);
  });
});
