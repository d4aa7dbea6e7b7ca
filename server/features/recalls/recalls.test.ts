import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dataset, Subset } from '../../../contract/catalogue.ts';
import type { DataOf } from '../../../contract/endpoint.ts';
import { fileUrl } from '../../../contract/file-url.ts';
import type { getRecall, listRecallable, listRecallPeople, sendRecall } from '../../../contract/recalls.ts';
import type { Release } from '../../../contract/releases.ts';
import { buildTestApp, PASSWORD, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { sql } from '../../testing/look-inside.ts';
import { idOf, tusCalls } from '../../testing/tus.ts';
import { onTheWire, type Wire } from '../../testing/wire.ts';

const DAY = 86_400_000;
const URL = 'https://data.lab.example';
const WHAT = 'Row 17 had the wrong unit.';
const REASON = 'The scale was set to grams.';
const words = { what: WHAT, reason: REASON, correctedIn: null };

type People = DataOf<typeof listRecallPeople>;

onEitherDatabase('access.md, Recall', (database) => {
  let t: TestApp;
  let wire: Wire;
  let admin: string;
  beforeAll(async () => {
    t = await buildTestApp({ database, env: { PUBLIC_URL: URL } });
    wire = await onTheWire(t);
    admin = await t.adminToken();
  });
  afterAll(() => t.close());

  const office = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    t.ask(method, `/api/v1/admin/${path}`, { token: admin, ...(body && { body }) });
  const read = <Data>(path: string) => t.call<Data>('GET', `/api/v1/admin/${path}`, { token: admin });
  const recallable = (id: string, query = '') =>
    read<DataOf<typeof listRecallable>>(`dataset/${id}/recallable?pageSize=200${query}`);
  const people = (recall: string) => read<People>(`recall/${recall}/people?pageSize=200`);
  const send = (recall: string, body: object = {}) =>
    office('POST', `recall/${recall}/sending`, { kind: 'corrected', ...words, ...body });

  /** Opens a recall of the files at a path, former ones included. */
  async function open(id: string, path?: string): Promise<string> {
    const { list } = await recallable(id);
    const files = list
      .filter((file) => file.path === path)
      .map(({ path: name, sha256 }) => ({ path: name, sha256 }));
    const body = path === undefined ? { whole: true } : { files };
    return (
      await t.call<{ id: string }>('POST', `/api/v1/admin/dataset/${id}/recalls`, { token: admin, body })
    ).id;
  }

  const get = (url: string, token: string, range?: string) =>
    t.inject('GET', url, { token, headers: range ? { range: `bytes=${range}` } : {} });
  const held = ({ list }: People) => list.map(({ email, whole, partial }) => [email, whole, partial]).sort();

  let made = 0;
  /** People with accounts of their own for each test. */
  async function persons<Name extends string>(...names: Name[]) {
    const found = {} as Record<Name, { id: string; token: string; email: string }>;
    made++;
    for (const name of names) {
      const email = `${name}.${made}@example.org`;
      found[name] = { ...(await t.user(email)), email };
    }
    return found;
  }

  const signInChinese = (email: string) =>
    t.inject('POST', '/api/v1/login', {
      body: { email, password: PASSWORD },
      headers: { 'accept-language': 'zh-CN' },
    });

  const mailsTo = async (email: string) => (await t.mails()).filter(({ to }) => to === email);
  const about = (mails: Awaited<ReturnType<typeof mailsTo>>) =>
    mails.filter(({ subject }) => /Corrected files|Withdrawn files|文件已/.test(subject));

  async function replace(dataset: Dataset, subsets: Subset[], path: string, bytes: string): Promise<void> {
    const subset = subsets.find((one) => one.path.endsWith(`/${path}`));
    const tus = tusCalls(wire, admin);
    const upload = idOf(await tus.create(bytes.length, { filename: path }));
    await tus.patch(upload, 0, Buffer.from(bytes));
    const body = { source: { upload } };
    await t.call('PUT', `/api/v1/admin/subset/${subset?.id}`, { token: admin, body });
    await t.app.settle();
    expect((await recallable(dataset.id)).count).toBeGreaterThan(0);
  }

  test('from the preview to who has the corrected file: everybody in their language, once', async () => {
    const { ada, bob, cid, dan } = await persons('ada', 'bob', 'cid', 'dan');
    await signInChinese(bob.email);
    const { dataset, subsetList } = await t.dataset({
      name: 'Scales',
      files: { 'a.csv': 'grams,17', 'b.csv': 'nothing wrong here' },
    });
    const url = (name: string) => fileUrl(dataset.id, name);
    await get(`/api/v1/download/${dataset.id}/${dataset.path}`, ada.token);
    await get(url('a.csv'), bob.token, '0-3');
    await get(url('b.csv'), cid.token);
    // Two halves, by two ways.
    await get(url('a.csv'), dan.token, '0-3');
    await get(`/api/v1/download/${dataset.id}/${subsetList[0]?.path}`, dan.token, '4-7');
    t.clock.now += 1_000;
    await replace(dataset, subsetList, 'a.csv', 'kilograms,17');
    await get(url('a.csv'), cid.token);

    const { list } = await recallable(dataset.id, '&keyword=A.CSV');
    expect(list.map(({ path, size, state }) => [path, size, state])).toEqual([
      ['a.csv', 12, 'current'],
      ['a.csv', 8, 'former'],
    ]);
    const former = list.filter(({ state }) => state === 'former');
    const files = former.map(({ path, sha256 }) => ({ path, sha256 }));
    const path = `/api/v1/admin/dataset/${dataset.id}/recalls`;
    const { id } = await t.call<{ id: string }>('POST', path, { token: admin, body: { files } });
    const preview = await people(id);
    expect(held(preview)).toEqual([
      [ada.email, 1, 0],
      [bob.email, 0, 1],
      [dan.email, 1, 0],
    ]);
    expect(preview).toMatchObject({ count: 3, anonymous: 0, unclear: 0 });
    expect(about(await mailsTo(ada.email))).toEqual([]);
    expect((await t.open(dataset.id)) as unknown as { release: Release }).not.toHaveProperty(
      'release.recalls',
    );

    expect(await send(id, { correctedIn: dataset.id })).toMatchObject({
      code: 200,
      data: { people: 3, mails: 3 } satisfies DataOf<typeof sendRecall>,
    });
    const [toAda, ...more] = about(await mailsTo(ada.email));
    expect(more).toEqual([]);
    expect(toAda?.subject).toBe('Corrected files: Scales 1.0');
    for (const said of [WHAT, REASON, '- a.csv\n', `${URL}/datasetDetail/${dataset.id}`])
      expect(toAda?.text).toContain(said);
    const [toBob] = about(await mailsTo(bob.email));
    expect(toBob?.subject).toBe('文件已更正：Scales 1.0');
    expect(toBob?.text).toContain('- a.csv （只下载了一部分）');
    expect(about(await mailsTo(cid.email))).toEqual([]);

    expect((await send(id)).code).toBe(409);
    expect((await office('DELETE', `recall/${id}`)).code).toBe(409);
    const { release } = (await t.open(dataset.id)) as unknown as { release: Release };
    expect(release.recalls).toEqual([
      {
        ...{ kind: 'corrected', what: WHAT, reason: REASON, files: 1, whole: false, at: expect.any(String) },
        correctedIn: { id: dataset.id, version: '1.0' },
      },
    ]);
    expect(await read<DataOf<typeof getRecall>>(`recall/${id}`)).toMatchObject({
      status: 'sent',
      people: 3,
      fileCount: 1,
      files,
      correctedIn: { id: dataset.id, version: '1.0' },
    });

    const states = async () =>
      (await people(id)).list.map(({ email, mail, corrected }) => [email, mail, corrected]).sort();
    await get(url('a.csv'), bob.token, '0-5');
    await get(url('a.csv'), ada.token);
    expect(await states()).toEqual([
      [ada.email, 'sent', 'yes'],
      [bob.email, 'sent', 'partial'],
      [dan.email, 'sent', 'no'],
    ]);
  });

  test('the notice is taken from the page once, of a sent recall alone; the recall and whom it told stay', async () => {
    const { ada } = await persons('ada');
    const { dataset } = await t.dataset({ name: 'Noticed', files: { 'x.csv': 'noticed bytes' } });
    await get(fileUrl(dataset.id, 'x.csv'), ada.token);
    const noticed = async () =>
      ((await t.open(dataset.id)) as unknown as { release: Release }).release.recalls?.length ?? 0;
    const [first, second] = [await open(dataset.id), await open(dataset.id)];
    expect((await office('DELETE', `recall/${first}/notice`)).code).toBe(409);
    expect((await office('DELETE', 'recall/none/notice')).code).toBe(404);
    for (const id of [first, second]) expect((await send(id)).code).toBe(200);
    expect(await noticed()).toBe(2);

    const both = await Promise.all([1, 2].map(() => office('DELETE', `recall/${first}/notice`)));
    expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(await noticed()).toBe(1);
    expect(await read<DataOf<typeof getRecall>>(`recall/${first}`)).toMatchObject({
      status: 'sent',
      people: 1,
      noticeDownAt: expect.any(String),
    });
    expect(await read<DataOf<typeof getRecall>>(`recall/${second}`)).toMatchObject({ noticeDownAt: null });
    expect(held(await people(first))).toEqual([[ada.email, 1, 0]]);
    expect((await office('DELETE', `recall/${second}/notice`)).code).toBe(200);
    expect(await noticed()).toBe(0);
    const entries = await sql<{ subject: string }>(
      t,
      "select subject from audit where action = 'DELETE /api/v1/admin/recall/:id/notice'",
    );
    expect(entries).toEqual([{ subject: 'Noticed 1.0' }, { subject: 'Noticed 1.0' }]);
  });

  test('the export: the same people, formula-safe, audited', async () => {
    const { ada } = await persons('ada');
    const { dataset } = await t.dataset({ name: 'Exported', files: { 'x.csv': 'exported bytes' } });
    await get(fileUrl(dataset.id, 'x.csv'), ada.token);
    const id = await open(dataset.id);
    await t.app.settle();
    await sql(t, `update users set first_name = '=cmd()' where id = '${ada.id}'`);
    const answer = await t.inject('GET', `/api/v1/admin/recall/${id}/people/export`, { token: admin });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="recall.csv"',
      'cache-control': 'no-store',
    });
    expect(answer.body).toBe(
      `\ufeffid,userId,name,email,whole,partial,mail,corrected\r\n${ada.id},${ada.id},'=cmd() Lovelace,${ada.email},1,0,,\r\n`,
    );
    const entries = await sql<{ subject: string }>(
      t,
      "select subject from audit where action = 'GET /api/v1/admin/recall/:id/people/export'",
    );
    expect(entries).toEqual([{ subject: 'Exported 1.0' }]);
  });

  test('one click declines, a withdrawal is told in any case; a forged link changes nothing', async () => {
    const { ada, bob } = await persons('ada', 'bob');
    const { dataset } = await t.dataset({ name: 'Declined', files: { 'x.csv': 'declined bytes' } });
    for (const { token } of [ada, bob]) await get(fileUrl(dataset.id, 'x.csv'), token);
    await send(await open(dataset.id, 'x.csv'));
    const [mail] = about(await mailsTo(ada.email));
    const link = /^List-Unsubscribe: <(https:[^>]+)>$/m.exec(mail?.headers ?? '')?.[1] ?? '';
    expect(mail?.headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(mail?.text).toContain(link);
    const path = link.slice(URL.length);
    const wants = (token: string) => t.call('GET', '/api/v1/mailPreferences', { token });

    const asked = await t.inject('GET', path);
    expect([asked.statusCode, asked.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(asked.body).toContain('<form method="post">');
    expect(await wants(ada.token)).toEqual({ recalls: true });

    const click = (url: string) =>
      wire.send(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      });
    const forged = path.replace(ada.id, bob.id);
    expect((await click(forged)).status).toBe(400);
    expect((await click(`${path}x`)).status).toBe(400);
    expect(await wants(bob.token)).toEqual({ recalls: true });
    const clicked = await click(path);
    expect([clicked.status, clicked.bytes.toString()]).toEqual([
      200,
      expect.stringContaining('no more mails'),
    ]);
    expect((await click(path)).status).toBe(200);
    expect(await wants(ada.token)).toEqual({ recalls: false });

    const second = await open(dataset.id, 'x.csv');
    expect((await send(second)).data).toEqual({ people: 2, mails: 1 });
    expect(about(await mailsTo(ada.email))).toHaveLength(1);
    expect((await people(second)).list.map(({ mail: state }) => state).sort()).toEqual(['declined', 'sent']);

    expect((await send(await open(dataset.id), { kind: 'withdrawn' })).data).toEqual({ people: 2, mails: 2 });
    const withdrawn = about(await mailsTo(ada.email)).at(-1);
    expect(withdrawn?.subject).toBe('Withdrawn files: Declined 1.0');
    expect(withdrawn?.headers).not.toContain('List-Unsubscribe');

    await t.call('PUT', '/api/v1/mailPreferences', { token: ada.token, body: { recalls: true } });
    expect((await send(await open(dataset.id))).data).toEqual({ people: 2, mails: 2 });
  });

  test('deleted accounts: before a recall they are counted, after it nothing tells who they were', async () => {
    const { ada, bob } = await persons('ada', 'bob');
    const { dataset } = await t.dataset({ name: 'Forgotten', files: { 'x.csv': 'forgotten bytes' } });
    for (const { token } of [ada, bob]) await get(fileUrl(dataset.id, 'x.csv'), token);
    await t.app.settle();
    const forget = (token: string) =>
      t.call('POST', '/api/v1/account/deletion', { token, body: { password: PASSWORD } });
    await forget(ada.token);
    const id = await open(dataset.id);
    expect(await people(id)).toMatchObject({ count: 1, anonymous: 1, list: [{ email: bob.email }] });
    await send(id);
    await t.app.settle();
    await forget(bob.token);
    expect(await people(id)).toMatchObject({
      anonymous: 1,
      list: [{ userId: null, name: '', email: '', whole: 1, mail: 'sent', corrected: 'none' }],
    });
    const left = await sql(t, `select * from mail_preferences where user_id in ('${ada.id}', '${bob.id}')`);
    expect(left).toEqual([]);
  });

  test('by hash: also what was downloaded of another dataset, and of a revision purged since', async () => {
    const { ada, bob } = await persons('ada', 'bob');
    const shared = 'the same bytes in two datasets';
    const one = await t.dataset({ name: 'First', files: { 'x.csv': shared, 'y.csv': 'something else' } });
    const other = await t.dataset({ name: 'Second', files: { 'copy.csv': shared } });
    await get(`/api/v1/download/${other.dataset.id}/${other.dataset.path}`, ada.token);
    await get(`/api/v1/download/${one.dataset.id}/${one.dataset.path}`, bob.token);
    await t.app.settle();
    await replace(one.dataset, one.subsetList, 'x.csv', 'corrected');
    t.clock.now += 31 * DAY;
    admin = await t.adminToken();
    await t.app.settle();
    const { list } = await recallable(one.dataset.id);
    expect(list.map(({ path, state }) => [path, state])).toEqual([
      ['x.csv', 'current'],
      ['x.csv', 'former'],
      ['y.csv', 'current'],
    ]);
    expect(held(await people(await open(one.dataset.id, 'x.csv')))).toEqual([
      [ada.email, 1, 0],
      [bob.email, 1, 0],
    ]);
  });

  test('twenty calls at once send it once', async () => {
    const { ada } = await persons('ada');
    const { dataset } = await t.dataset({ name: 'Once', files: { 'x.csv': 'once' } });
    await get(fileUrl(dataset.id, 'x.csv'), ada.token);
    const id = await open(dataset.id);
    const codes = await Promise.all(Array.from({ length: 20 }, async () => (await send(id)).code));
    expect(codes.sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    expect(about(await mailsTo(ada.email))).toHaveLength(1);
    expect((await people(id)).count).toBe(1);
  });

  test('what is wrong is said at its field, and nothing is written', async () => {
    const { dataset } = await t.dataset({ name: 'Wrong', files: { 'x.csv': 'wrong', 'empty.csv': '' } });
    const other = await t.dataset({ name: 'Other' });
    const { list } = await recallable(dataset.id);
    expect(list.map(({ path }) => path)).toEqual(['x.csv']);
    const { path = '', sha256 = '' } = list[0] ?? {};
    const opening = (body: object) => office('POST', `dataset/${dataset.id}/recalls`, body);
    const at = (answer: { code: number; errors?: { path: string }[] | undefined }) => [
      answer.code,
      answer.errors?.map((error) => error.path),
    ];
    expect(
      at(
        await opening({
          files: [
            { path, sha256 },
            { path: 'z.csv', sha256 },
          ],
        }),
      ),
    ).toEqual([400, ['files.1']]);
    for (const body of [
      {},
      { files: [] },
      { whole: false },
      { whole: true, files: [] },
      { files: [{ path }] },
    ])
      expect((await opening(body)).code, JSON.stringify(body)).toBe(400);
    const id = await open(dataset.id);
    expect(at(await send(id, { correctedIn: other.dataset.id }))).toEqual([400, ['correctedIn']]);
    expect(at(await send(id, { what: ' ', reason: '' }))).toEqual([400, ['what', 'reason']]);
    expect((await read<DataOf<typeof getRecall>>(`recall/${id}`)).status).toBe('draft');
    expect((await office('DELETE', `recall/${id}`)).code).toBe(200);
    for (const path404 of [
      `recall/${id}`,
      `recall/${id}/people`,
      `recall/${id}/people/export`,
      'dataset/x/recallable',
    ])
      expect((await office('GET', path404)).code, path404).toBe(404);
    expect((await send(id)).code).toBe(404);
    expect((await office('DELETE', `recall/${id}`)).code).toBe(404);
  });

  test('the list: by dataset and state, newest first', async () => {
    const { dataset } = await t.dataset({ name: 'Listed', files: { 'x.csv': 'listed' } });
    const first = await open(dataset.id);
    t.clock.now += 1_000;
    const second = await open(dataset.id);
    await send(first);
    const ids = async (query: string) =>
      (await read<{ list: { id: string }[] }>(`recalls?datasetId=${dataset.id}&${query}`)).list.map(
        ({ id }) => id,
      );
    expect(await ids('')).toEqual([second, first]);
    expect(await ids('order=asc')).toEqual([first, second]);
    expect(await ids('status=sent')).toEqual([first]);
    expect(await ids('status=draft')).toEqual([second]);
    expect(await ids('keyword=LIST')).toEqual([second, first]);
    expect(await ids('keyword=other')).toEqual([]);
  });
});
