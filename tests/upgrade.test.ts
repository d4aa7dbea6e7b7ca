import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dataset, Subset } from '../contract/catalogue.ts';
import type { Envelope } from '../contract/envelope.ts';
import { UPLOADS_PATH } from '../contract/sources.ts';
import type { DownloadRecord } from '../contract/statistics.ts';
import { type App, buildApp } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import { codeAt } from '../server/testing/administrators.ts';
import { onEachDatabase } from '../server/testing/databases.ts';
import { mailsIn } from './support/back-office.ts';
import { formerPortal } from './support/former.ts';

const MINUTE = 60_000;

onEachDatabase('operations "Upgrades": the portal of a version before', (kind) => {
  let former: Awaited<ReturnType<typeof formerPortal<'portal-0015'>>>;
  let app: App;
  let known: (typeof former)['known'];
  const clock = { now: 0 };
  const told: unknown[][] = [];
  beforeAll(async () => {
    former = await formerPortal(kind, 'portal-0015');
    known = former.known;
    clock.now = known.madeAt + MINUTE;
    app = await buildApp({
      config: readConfig(former.env),
      now: () => clock.now,
      onUpgrade: ({ done, of, next }) => told.push([done, of, next]),
    });
  });
  afterAll(async () => {
    await app?.close();
    await former.remove();
  });

  async function ask<Data = never>(
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    { body, token }: { body?: object; token?: string } = {},
  ): Promise<Envelope<Data>> {
    const answer = await app.server.inject({
      method,
      url,
      ...(body ? { payload: body } : {}),
      ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
    });
    return answer.json();
  }
  async function owner(): Promise<string> {
    const answer = await ask<{ token: string }>('POST', '/api/v1/admin/login', { body: known.owner });
    return answer.data?.token ?? '';
  }

  test('whoever starts it is told of each step', () => {
    expect(told[0]).toEqual([0, expect.any(Number), '0016-lists-by-sql']);
    const of = told[0]?.[1] as number;
    expect(told.map(([done]) => done)).toEqual(Array.from({ length: of + 1 }, (_, n) => n));
    expect(told.at(-1)).toEqual([of, of, undefined]);
  });

  test('every user with their status, every record, every dataset', async () => {
    const token = await owner();
    const users = await ask<{ list: { email: string; status: string }[] }>('GET', '/api/v1/admin/userList', {
      token,
    });
    const statuses = (users.data?.list ?? []).map(({ email, status }) => [email.split('@')[0], status]);
    expect(Object.fromEntries(statuses)).toEqual({
      pending: 'pending',
      rejected: 'rejected',
      needs_info: 'needs_info',
      suspended: 'suspended',
      reader: 'approved',
    });
    const records = await ask<{ list: DownloadRecord[] }>(
      'GET',
      '/api/v1/admin/records?order=asc&sort=startedAt',
      {
        token,
      },
    );
    const recordOf = (path: string) => records.data?.list.filter(({ subsetPath }) => subsetPath === path);
    expect(recordOf(known.dataset.path)).toContainEqual(expect.objectContaining({ complete: true }));
    expect(recordOf(known.subset)).toContainEqual(
      expect.objectContaining({ datasetName: 'Kept', bytesSent: 4, complete: false }),
    );
    const opened = await ask<{ dataset: Dataset; subsetList: Subset[] }>(
      'GET',
      `/api/v1/admin/dataset/${known.dataset.id}`,
      { token },
    );
    expect(opened.data?.dataset).toMatchObject({
      name: 'Kept',
      detail: expect.stringContaining('With **words**.'),
    });
    expect(opened.data?.subsetList.map(({ path }) => path)).toContain(known.subset);
  });

  test('links that were handed out still download, the same bytes at the same path', async () => {
    const whole = await app.server.inject(known.link);
    expect(whole.statusCode).toBe(200);
    expect(whole.rawPayload.toString('base64')).toBe(known.archive);
    expect((await app.server.inject(known.subsetLink)).body).toBe('a,b\n1,2\n');
    const bare = known.link.replace(/token=[^&]*&?/, '');
    const headers = { authorization: `Bearer ${known.personalToken}` };
    expect((await app.server.inject({ url: bare, headers })).statusCode).toBe(200);
  });

  test('the mail that waited leaves, once', async () => {
    await app.settle();
    clock.now += MINUTE;
    await app.settle();
    const mails = await mailsIn(former.folder);
    expect(mails.filter(({ to }) => to === known.reader.email)).toHaveLength(1);
  });

  test('people sign in as before, with their second factor', async () => {
    expect((await ask('POST', '/api/v1/login', { body: known.reader })).code).toBe(200);
    const signIn = (totp: string) => ask('POST', '/api/v1/admin/login', { body: { ...known.curator, totp } });
    expect((await signIn('000000')).code).toBe(400);
    expect((await signIn(codeAt(known.factor.secret, clock.now))).code).toBe(200);
    expect((await signIn(known.factor.recoveryCodes[0] ?? '')).code).toBe(200);
  });

  test('an upload goes on where it was, and becomes a file', async () => {
    const token = await owner();
    const bytes = Buffer.from(known.upload.bytes, 'base64');
    const url = `${UPLOADS_PATH}/${known.upload.id}`;
    const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' };
    const head = await app.server.inject({ method: 'HEAD', url, headers });
    expect(head.headers['upload-offset']).toBe(String(known.upload.received));
    const patched = await app.server.inject({
      method: 'PATCH',
      url,
      headers: {
        ...headers,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(known.upload.received),
      },
      payload: bytes.subarray(known.upload.received),
    });
    expect([patched.statusCode, patched.headers['upload-offset']]).toEqual([204, String(bytes.length)]);
    const added = await ask('POST', `/api/v1/admin/addSubsets/${known.draft}`, {
      token,
      body: { subsets: [{ path: 'scan.bin', source: { upload: known.upload.id } }] },
    });
    expect(added).toMatchObject({ code: 200 });
    await app.settle();
    const opened = await ask<{ subsetList: Subset[] }>('GET', `/api/v1/admin/dataset/${known.draft}`, {
      token,
    });
    const scan = opened.data?.subsetList.find(({ path }) => path === 'scan.bin');
    expect(scan?.size).toBe(bytes.length);
  });

  test('what lay in the trash is put back, with its file', async () => {
    const token = await owner();
    expect((await ask('POST', `/api/v1/admin/trash/${known.trashed}/restore`, { token })).code).toBe(200);
    const opened = await ask<{ subsetList: Subset[] }>('GET', `/api/v1/admin/dataset/${known.trashed}`, {
      token,
    });
    expect(opened.data?.subsetList.map(({ size }) => size)).toEqual([4]);
  });

  test('each dataset has its permanent address, and the next version joins it', async () => {
    const token = await owner();
    const shown = `/datasetDetail/${known.dataset.id}`;
    expect((await app.server.inject('/d/kept')).headers.location).toBe(shown);
    const next = (id: string) =>
      ask<{ id: string }>('POST', `/api/v1/admin/dataset/${id}/newVersion`, {
        token,
        body: { version: 'after the upgrade' },
      });
    const made = (await next(known.dataset.id)).data?.id;
    const published = { token, body: { status: 'published' } };
    expect((await ask('PUT', `/api/v1/admin/updateDataset/${made}`, published)).code).toBe(200);
    expect((await app.server.inject('/d/kept')).headers.location).toBe(`/datasetDetail/${made}`);
    expect((await app.server.inject('/d/kept/1.0')).headers.location).toBe(shown);
  });
});
