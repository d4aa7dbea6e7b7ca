import { createHash } from 'node:crypto';
import { utimes, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileUrl } from '../../../contract/file-url.ts';
import { DAY } from '../../shared/time.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { form } from '../../testing/forms.ts';
import { holdJobs, type ImportRoot, importRoot } from '../../testing/import-root.ts';

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

onEitherDatabase('releases "Files": the address of each file', (database) => {
  let t: TestApp;
  let root: ImportRoot;
  let admin: string;
  let session: string;
  let userId: string;
  beforeAll(async () => {
    root = await importRoot();
    t = await buildTestApp({ database, env: { IMPORT_ROOTS: root.path } });
    admin = await t.adminToken();
    ({ id: userId, token: session } = await t.user('reader@example.org'));
  });
  afterAll(async () => {
    await t.close();
    await root.remove();
  });

  const get = (id: string, path: string, token?: string, query: { release?: string } = {}) =>
    t.inject('GET', fileUrl(id, path, query), token ? { token } : {});
  const code = async (...args: Parameters<typeof get>) => (await get(...args)).statusCode;
  const update = (id: string, body: object) =>
    t.call('PUT', `/api/v1/admin/updateDataset/${id}`, { token: admin, body });
  const treeOf = (id: string) =>
    t.call<{ release: string; ticket: string }>('GET', `/api/v1/dataset/${id}/files?recursive=true`, {
      token: session,
    });
  async function addFolder(id: string, path: string, files: Record<string, string>): Promise<string> {
    for (const [name, content] of Object.entries(files)) await root.put(`${path}/${name}`, content);
    await t.call('POST', `/api/v1/admin/addSubsets/${id}`, {
      token: admin,
      body: { subsets: [{ path: `${path}.zip`, source: { import: `${root.path}/${path}` } }] },
    });
    return `${root.path}/${path}`;
  }

  test('a file of a folder, beside one, an archive of the dataset’s own: with the headers of downloads', async () => {
    const body = form(
      { name: 'Held', version: '1.0', modalityName: 'MRI', path: 'held/held-1.0.zip' },
      ['subsets', 'beside', 'readme.txt'],
      ['archive', 'its own', 'whatever.zip'],
    );
    const { id } = await t.call<{ id: string }>('POST', '/api/v1/admin/addDataset', { token: admin, body });
    const inside = { 'a b/é 🙂.json': '{}', 'deep/er/1.csv': 'x,y\n' };
    await addFolder(id, 'held/held-1.0/all', inside);
    await t.app.settle();
    await update(id, { status: 'published' });
    const all = {
      'readme.txt': 'beside',
      'held-1.0.zip': 'its own',
      'all/a b/é 🙂.json': '{}',
      'all/deep/er/1.csv': 'x,y\n',
    };
    for (const [path, content] of Object.entries(all)) {
      const answer = await get(id, path, session);
      expect(answer.body, path).toBe(content);
      const digest = Buffer.from(sha256(content), 'hex').toString('base64');
      expect(answer.headers).toMatchObject({
        etag: `"${sha256(content)}"`,
        'repr-digest': `sha-256=:${digest}:`,
        'accept-ranges': 'bytes',
        'cache-control': 'private, no-transform',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'content-length': String(Buffer.byteLength(content)),
        'content-disposition': expect.stringMatching(/^attachment; filename/),
      });
    }
    const head = await t.inject('HEAD', fileUrl(id, 'all/deep/er/1.csv'), { token: session });
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '4']);
    // Raw and percent-encoded slashes are the same path.
    expect(await code(id, 'all%2Fdeep/er/1.csv', session), 'encoded twice').toBe(404);
    for (const spelt of ['all%2Fdeep/er%2f1.csv', 'all/%64eep/er/1.csv'])
      expect((await t.inject('GET', `/api/v1/file/${id}/${spelt}`, { token: session })).statusCode).toBe(200);
    for (const path of ['all', 'all/', 'all/deep', 'nothing', 'all.zip', ''])
      expect(await code(id, path, session), path).toBe(404);
  });

  test('judged in the order of downloads: 400, 401, 403 who, 404, 410, 403 ticket, 403 embargo', async () => {
    const { id } = (await t.dataset({ name: 'Judged' })).dataset;
    const other = (await t.dataset({ name: 'Other' })).dataset.id;
    const { ticket: foreign } = await treeOf(other);
    const { ticket, release } = await treeOf(id);
    const by = async (query: string, path = 'train.csv') =>
      (await t.inject('GET', `/api/v1/file/${id}/${path}${query}`)).statusCode;
    expect(await by('?other=1')).toBe(400);
    expect(await by('?token=a&token=b')).toBe(400);
    expect(await by('', 'nothing')).toBe(401);
    for (const bad of ['x', `${ticket}x`, ticket.replace(/^./, (one) => (one === 'A' ? 'B' : 'A'))])
      expect(await by(`?token=${bad}`, 'nothing'), bad).toBe(401);
    const challenged = await get(id, 'train.csv');
    expect(challenged.headers['www-authenticate']).toMatch(/^Basic/);
    const pending = (await t.user('pending@example.org', 'pending')).token;
    for (const token of [admin, pending]) expect(await by(`?token=${token}`, 'nothing')).toBe(403);
    expect(await by(`?token=${session}`, 'nothing')).toBe(404);
    expect(await by(`?token=${foreign}`, 'nothing'), '404 before the ticket').toBe(404);
    expect(await by(`?token=${foreign}&release=${'0'.repeat(64)}`), '410 before the ticket').toBe(410);
    expect(await by(`?token=${foreign}`)).toBe(403);
    expect(await by(`?token=${ticket}&release=${release}`)).toBe(200);
    const tomorrow = new Date(t.clock.now + DAY).toISOString().slice(0, 10);
    await update(id, { embargoUntil: tomorrow });
    const early = await get(id, 'train.csv', session);
    expect([early.statusCode, early.json().msg]).toEqual([403, expect.stringContaining(tomorrow)]);
    await update(id, { embargoUntil: null });
    expect(await by(`?token=${ticket}`)).toBe(200);
    await update(id, { status: 'withdrawn' });
    for (const path of ['train.csv', 'nothing']) expect(await by(`?token=${ticket}`, path)).toBe(410);
    await update(id, { status: 'published' });
    await t.call('DELETE', `/api/v1/admin/dataset/${id}`, { token: admin });
    expect(await by(`?token=${session}`), 'in the trash').toBe(404);
    expect(await code('nothing', 'train.csv', session)).toBe(404);
  });

  test('`release`: the manifest’s hash, frozen or not; after a change 410 with the words to fetch anew', async () => {
    const { id } = (await t.dataset({ name: 'Released' })).dataset;
    const { release } = await treeOf(id);
    expect(await code(id, 'train.csv', session, { release })).toBe(200);
    await t.call('POST', `/api/v1/admin/addSubsets/${id}`, {
      token: admin,
      body: form({}, ['subsets', 'more', 'more.txt']),
    });
    const gone = await get(id, 'train.csv', session, { release });
    expect(gone.statusCode).toBe(410);
    expect(gone.json().msg).toContain('Fetch a new list or link');
    const { release: now } = await treeOf(id);
    expect(await code(id, 'more.txt', session, { release: now })).toBe(200);
    await t.call('POST', `/api/v1/admin/dataset/${id}/freeze`, { token: admin });
    expect((await t.open(id)).dataset.releaseHash).toBe(now);
    expect(await code(id, 'train.csv', session, { release: now })).toBe(200);
  });

  test('being hashed: 503 for what will be there, 404 for what will not', async () => {
    const { id } = (await t.dataset({ name: 'Coming' })).dataset;
    const release = await holdJobs(t, 'intake');
    await addFolder(id, 'coming/coming-1.0/later', { 'x.txt': 'x' });
    const soon = await get(id, 'later/x.txt', session);
    expect([soon.statusCode, Number(soon.headers['retry-after']) > 0]).toEqual([503, true]);
    const { ticket } = await treeOf((await t.dataset({ name: 'Elsewhere' })).dataset.id);
    expect((await t.inject('GET', fileUrl(id, 'later/x.txt', { token: ticket }))).statusCode).toBe(403);
    for (const path of ['later', 'late', 'other/x.txt'])
      expect(await code(id, path, session), path).toBe(404);
    expect(await code(id, 'train.csv', session)).toBe(200);
    await release();
    await t.app.settle();
    expect((await get(id, 'later/x.txt', session)).body).toBe('x');
  });

  test('an archive of the dataset’s own that is being hashed: 503 for its name and for the manifest', async () => {
    const manifest = async (id: string) => {
      const { statusCode, headers, body } = await t.inject('GET', `/api/v1/dataset/${id}/manifest`);
      return statusCode === 200 ? body : [statusCode, Number(headers['retry-after']) > 0];
    };
    for (const [name, files] of [
      ['Beside', { 'a.csv': 'a' }],
      ['Alone', {}],
    ] as const) {
      const { id } = (await t.dataset({ name, files })).dataset;
      const release = await holdJobs(t, 'intake');
      const archive = { import: await root.put(`${name}.zip`, 'its own') };
      await update(id, { archive });
      const own = (await t.open(id)).dataset.path.split('/').at(-1) ?? '';
      const soon = await get(id, own, session);
      expect([soon.statusCode, Number(soon.headers['retry-after']) > 0], name).toEqual([503, true]);
      expect(await code(id, `${own}/x`, session), name).toBe(404);
      expect(await manifest(id), name).toEqual([503, true]);
      await release();
      await t.app.settle();
      expect((await get(id, own, session)).body).toBe('its own');
      const whole = await manifest(id);
      expect(whole).toContain(`${sha256('its own')}  ${own}\n`);
      // Replaced: the former one is served until the next is hashed.
      const again = await holdJobs(t, 'intake');
      await update(id, { archive: { import: await root.put(`${name}-2.zip`, 'the next') } });
      expect(await manifest(id)).toBe(whole);
      await again();
      await t.app.settle();
      expect(await manifest(id)).toContain(`${sha256('the next')}  ${own}\n`);
    }
  });

  test('registered in place and changed: 503, marked; others of its folder are sent', async () => {
    const { id } = (await t.dataset({ name: 'Placed' })).dataset;
    const folder = await addFolder(id, 'placed/placed-1.0/in', { 'a.txt': 'as it was', 'b.txt': 'b' });
    await t.app.settle();
    expect((await get(id, 'in/a.txt', session)).body).toBe('as it was');
    await writeFile(`${folder}/a.txt`, 'as it is');
    await utimes(`${folder}/a.txt`, 1, 1);
    expect(await code(id, 'in/a.txt', session)).toBe(503);
    expect(await code(id, 'in/b.txt', session)).toBe(200);
  });

  test('threats row 9: suspended → 403 at once, by ticket and session; approved again → 200', async () => {
    const { id } = (await t.dataset({ name: 'Revoked' })).dataset;
    const { ticket } = await treeOf(id);
    const review = (status: string) =>
      t.call('PUT', `/api/v1/admin/userReview/${userId}/${status}`, {
        token: admin,
        body: { reason: 'A test.' },
      });
    await review('suspended');
    for (const token of [ticket, session])
      expect((await t.inject('GET', fileUrl(id, 'train.csv', { token }))).statusCode).toBe(403);
    await review('approved');
    expect((await t.inject('GET', fileUrl(id, 'train.csv', { token: ticket }))).statusCode).toBe(200);
  });

  test('a failed link in a browser is the page that names the dataset', async () => {
    const { id } = (await t.dataset({ name: 'Linked' })).dataset;
    const answer = await t.inject('GET', fileUrl(id, 'train.csv'), {
      headers: { 'sec-fetch-dest': 'document' },
    });
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['www-authenticate']).toBeUndefined();
  });
});
