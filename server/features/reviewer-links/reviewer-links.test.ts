import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dataset, Subset } from '../../../contract/catalogue.ts';
import { fileUrl } from '../../../contract/file-url.ts';
import { manifestUrl } from '../../../contract/manifest.ts';
import type { ReviewerLink } from '../../../contract/reviewer-links.ts';
import type { DownloadRecord } from '../../../contract/statistics.ts';
import { administrator } from '../../testing/administrators.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { rowCount, sql } from '../../testing/look-inside.ts';
import { openReview } from '../../testing/reviewer.ts';

const DAY = 86_400_000;
type Opened = { dataset: Dataset; subsetList: Subset[] };
type Links = { list: ReviewerLink[]; possible: boolean; days: { first: string; last: string } };

onEitherDatabase('access.md "Reviewer link"', (database) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await buildTestApp({ database });
  });
  afterAll(() => t.close());

  const day = (n: number) => new Date(t.clock.now + n * DAY).toISOString().slice(0, 10);
  const listed = async (id: string) =>
    t.call<Links>('GET', `/api/v1/admin/dataset/${id}/reviewerLinks`, { token: await t.ownToken() });
  const make = async (id: string, body: object) =>
    t.ask('POST', `/api/v1/admin/dataset/${id}/reviewerLinks`, { token: await t.ownToken(), body });
  const codeOf = async (url: string, token?: string) =>
    (await t.inject('GET', url, token === undefined ? {} : { token })).statusCode;
  const read = (id: string, token: string) => t.call<Opened>('GET', `/api/v1/dataset/${id}`, { token });
  const setStatus = async (id: string, status: string, reason?: string) =>
    t.call('PUT', `/api/v1/admin/updateDataset/${id}`, {
      token: await t.ownToken(),
      body: { status, reason },
    });

  test('made for a draft or an embargoed version, named, at most 90 days; its secret shown once', async () => {
    const { dataset } = await t.dataset({ name: 'Made', status: 'draft' });
    expect(await listed(dataset.id)).toEqual({
      list: [],
      possible: true,
      days: { first: day(0), last: day(89) },
    });
    expect(await make(dataset.id, { name: ' ', until: day(1) })).toMatchObject({
      code: 400,
      errors: [{ path: 'name', message: 'Give the link a name.' }],
    });
    for (const [until, message] of [
      [day(-1), 'Choose today or a later day.'],
      [day(90), 'A reviewer link lasts 90 days at most.'],
      ['soon', 'Must be a day such as 2026-01-31.'],
    ])
      expect(await make(dataset.id, { name: 'J', until })).toMatchObject({
        code: 400,
        errors: [{ path: 'until', message }],
      });
    const made = await openReview(t, { datasetId: dataset.id });
    expect(made.url).toMatch(/\/review#[\w-]{43}$/);
    const { list } = await listed(dataset.id);
    expect(list).toEqual([
      {
        id: made.link.id,
        name: 'Journal, round 1',
        state: 'open',
        until: day(30),
        createdAt: expect.any(String),
        createdBy: 'Administrator',
        revokedAt: null,
        downloads: 0,
      },
    ]);
    const stored = JSON.stringify([
      await sql(t, 'select * from reviewer_links'),
      await sql(t, 'select * from audit'),
      await sql(t, 'select * from guest_sessions'),
    ]);
    expect(stored).not.toContain(made.secret);
    expect(stored).not.toContain(made.token);
    const audited = await sql<{ action: string; subject: string; after_json: string }>(
      t,
      `select action, subject, after_json from audit where action like '%reviewerLink%'`,
    );
    expect(audited).toEqual([
      {
        action: 'POST /api/v1/admin/dataset/:id/reviewerLinks',
        subject: 'Made 1.0',
        after_json: JSON.stringify({ reviewerLink: 'Journal, round 1', until: day(30) }),
      },
    ]);

    const open = (await t.dataset({ name: 'Open' })).dataset.id;
    const refused = { code: 409, msg: 'Reviewer links are for drafts, and for versions under embargo.' };
    expect(await make(open, { name: 'J', until: day(1) })).toMatchObject(refused);
    expect(await listed(open)).toMatchObject({ possible: false });
    await sql(t, `update datasets set embargo_until = '2999-01-01' where id = '${open}'`);
    expect(await listed(open)).toMatchObject({ possible: true });
    expect((await make(open, { name: 'J', until: day(89) })).code).toBe(200);
    expect((await make('nothing', { name: 'J', until: day(1) })).code).toBe(404);
    // As for what a dataset asks: a curator may, an auditor only looks.
    const auditor = await administrator(t, 'auditor');
    const address = `/api/v1/admin/dataset/${open}/reviewerLinks`;
    expect((await t.ask('GET', address, { token: auditor.token })).code).toBe(200);
    expect((await t.ask('POST', address, { token: auditor.token, body: { name: 'J' } })).code).toBe(403);
  });

  test('a guest sees the draft as the lab wrote it, lists, fetches and checks its files; nobody else does', async () => {
    const files = { 'a.csv': 'x,y\n1,2\n', 'b.txt': 'words' };
    const fields = { authors: 'Lovelace, Ada', detail: 'What **we** saw.', filesVisible: 'approved' };
    const { dataset } = await t.dataset({ name: 'Draft', status: 'draft', files, fields });
    await t.app.settle();
    const { id } = dataset;
    const guest = await openReview(t, { datasetId: id });
    const opened = await t.call<Opened & { detailHtml: string }>('GET', `/api/v1/dataset/${id}`, {
      token: guest.token,
    });
    expect(opened).toMatchObject({
      dataset: { authors: 'Lovelace, Ada', status: 'draft', fileCount: 2 },
      detailHtml: expect.stringContaining('<strong>we</strong>'),
    });
    expect(opened.subsetList).toHaveLength(2);
    const tree = await t.call<{ list: { path: string }[]; shown: boolean; ticket: string }>(
      'GET',
      `/api/v1/dataset/${id}/files`,
      { token: guest.token },
    );
    expect(tree).toMatchObject({ shown: true, list: [{ path: 'a.csv' }, { path: 'b.txt' }] });
    // The checksum of a draft's whole is made when it is asked for.
    expect(await codeOf(opened.dataset.inspectionUrl ?? '')).toBe(503);
    await t.app.settle();
    for (const row of [opened.dataset, ...opened.subsetList]) {
      expect(await codeOf(row.downloadUrl ?? ''), row.path).toBe(200);
      expect(await codeOf(row.inspectionUrl ?? ''), row.path).toBe(200);
    }
    expect((await t.inject('GET', fileUrl(id, 'b.txt', { token: tree.ticket }))).body).toBe('words');
    const manifest = await t.inject('GET', manifestUrl(id, { format: 'aria2' }), { token: guest.token });
    const [address = ''] = /http\S+/.exec(manifest.body) ?? [];
    const { pathname, search } = new URL(address);
    expect(await codeOf(pathname + search)).toBe(200);
    expect(await codeOf(manifestUrl(id, { token: tree.ticket }))).toBe(200);

    const someone = await t.user('someone@example.org');
    const other = await openReview(t);
    for (const token of [undefined, someone.token, other.token, await t.ownToken(), `${guest.token}x`])
      for (const url of [
        `/api/v1/dataset/${id}`,
        `/api/v1/dataset/${id}/files`,
        manifestUrl(id),
        `/api/v1/dataset/${id}/changes?from=1.0`,
      ])
        expect(await codeOf(url, token), url).toBe(404);
    // Of another dataset nothing, not even whether it is there.
    for (const wanted of [other.id, 'nothing'])
      expect(await codeOf(`/api/v1/download/${wanted}/x.zip`, guest.token), wanted).toBe(403);
    const theirs = await read(other.id, other.token);
    expect(await codeOf(`/api/v1/downloadInspection/${theirs.subsetList[0]?.path}`, guest.token)).toBe(403);
    expect(await codeOf('/api/v1/downloadInspection/nothing', guest.token)).toBe(403);
    const [row] = opened.subsetList;
    expect(await codeOf(row?.downloadUrl?.replace(id, other.id) ?? '')).toBe(403);
  });

  test('under an embargo, before terms and requests; never after withdrawal; not for other versions', async () => {
    const { dataset } = await t.dataset({ name: 'Embargoed', fields: { filesVisible: 'approved' } });
    const { id } = dataset;
    await sql(t, `update datasets set embargo_until = '2999-01-01' where id = '${id}'`);
    await sql(
      t,
      `update lineages set asks_request = 1, terms_id = 'none'
      where id = (select lineage_id from datasets where id = '${id}')`,
    );
    const guest = await openReview(t, { datasetId: id });
    const next = await t.call<{ id: string }>('POST', `/api/v1/admin/dataset/${id}/newVersion`, {
      token: await t.ownToken(),
      body: { version: '2.0', note: '' },
    });
    expect(await codeOf(`/api/v1/dataset/${next.id}`, guest.token)).toBe(404);
    await t.call('POST', `/api/v1/admin/dataset/${id}/freeze`, { token: await t.ownToken() });
    const { downloadUrl = '', releaseHash } = (await read(id, guest.token)).dataset;
    expect(await codeOf(downloadUrl)).toBe(200);
    expect(releaseHash).not.toBeNull();
    await setStatus(id, 'withdrawn', 'A mistake.');
    expect(await codeOf(downloadUrl)).toBe(410);
    expect(await codeOf(downloadUrl.split('?')[0] ?? '', guest.token)).toBe(410);
    // As to anybody: `filesVisible: approved` keeps the hashes, too.
    expect(await read(id, guest.token)).toMatchObject({
      dataset: { sha256: null, releaseHash: null },
      subsetList: [],
    });
    expect(await read(id, guest.token)).toEqual(await t.call('GET', `/api/v1/dataset/${id}`));
    expect(await t.ask('POST', '/api/v1/review', { body: { secret: guest.secret } })).toMatchObject({
      code: 410,
      msg: 'The dataset of this reviewer link was withdrawn. There is nothing to review.',
    });
  });

  test('revoked: sessions and tickets end; a wrong, an ended and a removed one say so', async () => {
    const guest = await openReview(t);
    const second = await guest.open();
    const { downloadUrl = '' } = (await read(guest.id, second)).dataset;
    expect(await t.call('GET', '/api/v1/review', { token: second })).toEqual({
      datasetId: guest.id,
      name: 'Journal, round 1',
      until: day(30),
      sessionUntil: new Date(t.clock.now + 12 * 3_600_000).toISOString(),
    });
    await t.call('POST', '/api/v1/review/leave', { token: second });
    expect(await t.ask('GET', '/api/v1/review', { token: second })).toMatchObject({
      code: 401,
      msg: 'Your visit as a reviewer is over. Open your reviewer link again.',
    });
    expect(await codeOf('/api/v1/review', guest.token)).toBe(200);
    await guest.revoke();
    for (const token of [second, guest.token]) {
      expect(await codeOf('/api/v1/review', token)).toBe(401);
      expect(await codeOf('/api/v1/userInfo', token)).toBe(401);
      expect(await codeOf(`/api/v1/dataset/${guest.id}`, token)).toBe(404);
      expect(await codeOf(downloadUrl.split('?')[0] ?? '', token)).toBe(401);
    }
    expect(await codeOf(downloadUrl)).toBe(401);
    const ended = {
      code: 410,
      msg: 'This reviewer link has ended. Ask whoever gave it to you for another one.',
    };
    const exchange = (secret: string) => t.ask('POST', '/api/v1/review', { body: { secret } });
    expect(await exchange(guest.secret)).toMatchObject(ended);
    expect(await exchange(guest.secret.slice(0, -1))).toMatchObject({ code: 404 });
    const again = `/api/v1/admin/reviewerLink/${guest.link.id}`;
    const token = await t.ownToken();
    expect((await t.ask('DELETE', again, { token })).code).toBe(409);
    expect((await t.ask('DELETE', '/api/v1/admin/reviewerLink/nothing', { token })).code).toBe(404);
    expect((await listed(guest.id)).list[0]).toMatchObject({ state: 'revoked' });

    const removed = await openReview(t);
    await t.call('DELETE', `/api/v1/admin/dataset/${removed.id}`, { token });
    expect(await exchange(removed.secret)).toMatchObject(ended);
    expect(await codeOf('/api/v1/review', removed.token)).toBe(401);

    const late = await openReview(t);
    const before = t.clock.now;
    // The last day counts whole.
    t.clock.now = Date.parse(`${late.link.until}T23:59:59Z`);
    expect((await exchange(late.secret)).code).toBe(200);
    expect(await codeOf('/api/v1/review', late.token), 'after half a day').toBe(401);
    t.clock.now += 1_000;
    expect(await exchange(late.secret)).toMatchObject(ended);
    expect((await listed(late.id)).list[0]).toMatchObject({ state: 'ended' });
    t.clock.now = before;
  });

  test('a ticket that a guest leaves behind lasts no longer than a session', async () => {
    const guest = await openReview(t);
    const { downloadUrl = '' } = (await read(guest.id, guest.token)).dataset;
    await t.call('POST', '/api/v1/review/leave', { token: guest.token });
    const before = t.clock.now;
    t.clock.now += 12 * 3_600_000 - 1_000;
    expect(await codeOf(downloadUrl)).toBe(200);
    t.clock.now += 1_000;
    expect(await codeOf(downloadUrl)).toBe(401);
    t.clock.now = before;
  });

  test('counted nowhere; the records stand under the link’s name, without address and user agent', async () => {
    const people = await rowCount(t, 'users');
    const guest = await openReview(t, { name: 'Referee 2' });
    const { dataset, subsetList } = await read(guest.id, guest.token);
    const tree = await t.call<{ ticket: string }>('GET', `/api/v1/dataset/${guest.id}/files`, {
      token: guest.token,
    });
    const headers = { 'user-agent': 'Firefox of a known reviewer' };
    const row = subsetList[0]?.downloadUrl ?? '';
    for (const [url, token] of [
      [dataset.downloadUrl ?? ''],
      [row],
      [fileUrl(guest.id, 'train.csv', { token: tree.ticket })],
      [row.split('?')[0] ?? '', guest.token],
    ] as const)
      expect((await t.inject('GET', url, { headers, ...(token && { token }) })).statusCode, url).toBe(200);
    await t.app.settle();
    const { list } = await t.call<{ list: DownloadRecord[] }>(
      'GET',
      `/api/v1/admin/records?datasetId=${guest.id}`,
      { token: await t.ownToken() },
    );
    expect(list.length).toBeGreaterThanOrEqual(3);
    for (const record of list)
      expect(record).toMatchObject({
        userId: null,
        userName: 'Referee 2',
        email: '',
        ip: '',
        userAgent: '',
        via: 'link',
        complete: true,
      });
    expect((await listed(guest.id)).list[0]).toMatchObject({ downloads: list.length });
    t.clock.now += 120_000;
    await t.app.settle();
    expect(await rowCount(t, `usage_months where dataset_id = '${guest.id}'`)).toBe(0);
    expect(await rowCount(t, `download_days where dataset_id = '${guest.id}'`)).toBe(0);
    expect(await rowCount(t, `records where link_id is not null and counted is null`)).toBe(0);
    expect((await read(guest.id, guest.token)).dataset.count).toBe(0);
    await setStatus(guest.id, 'published');
    expect(await t.call('GET', `/api/v1/dataset/${guest.id}/usage`)).toEqual([]);
    expect(await rowCount(t, 'users'), 'of other tests').toBe(people);
    const { total } = await t.call<{ total: number }>('GET', '/api/v1/admin/downloadCount', {
      token: await t.ownToken(),
    });
    expect(total).toBe(0);
  });

  test('decisions §10: ended links and sessions are removed, the records keep the name', async () => {
    const guest = await openReview(t, { name: 'Referee 3' });
    await t.inject('GET', (await read(guest.id, guest.token)).dataset.downloadUrl ?? '');
    await guest.revoke();
    const other = await openReview(t);
    const left = () =>
      Promise.all([
        rowCount(t, `reviewer_links where id = '${guest.link.id}'`),
        rowCount(t, `reviewer_links where id = '${other.link.id}'`),
        rowCount(t, `guest_sessions where link_id = '${guest.link.id}'`),
      ]);
    t.clock.now += 30 * DAY;
    await t.app.settle();
    expect(await left()).toEqual([1, 1, 1]);
    t.clock.now += DAY;
    await t.app.settle();
    expect(await left()).toEqual([0, 1, 0]);
    expect(await rowCount(t, `records where user_name = 'Referee 3'`)).toBe(1);
    t.clock.now += 31 * DAY;
    await t.app.settle();
    expect(await left()).toEqual([0, 0, 0]);
  });
});
