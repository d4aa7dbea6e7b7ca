import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Envelope } from '../../../contract/envelope.ts';
import { GUARD } from '../../../tests/support/guards.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { form, newDataset, picture, rawForm } from '../../testing/forms.ts';
import { filesUnder, rowCount, stored } from '../../testing/look-inside.ts';
import { onTheWire, type Wire } from '../../testing/wire.ts';

onEitherDatabase('faults.md: uploads that meet or break', (database) => {
  let t: TestApp;
  let token: string;
  let wire: Wire;
  beforeAll(async () => {
    t = await buildTestApp({ database });
    wire = await onTheWire(t);
    token = await t.adminToken();
  });
  afterAll(() => t.close());

  const url = '/api/v1/admin/addDataset';

  test('double submit: 50 at once of the same name and version → 1× 200, 49× 409, no orphan', async () => {
    const before = (await filesUnder(t, 'blobs')).length;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        t.ask('POST', url, { token, body: form(newDataset('Double'), ['subsets', `content ${i}`, 'a.txt']) }),
      ),
    );
    const codes = answers.map((answer) => answer.code);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.filter((code) => code === 409)).toHaveLength(49);
    expect(await rowCount(t, "datasets where name = 'Double'")).toBe(1);
    expect(await rowCount(t, "subsets where path like 'double/%'")).toBe(1);
    // The file's bytes and the ZIP's layout.
    expect((await filesUnder(t, 'blobs')).length - before).toBe(2);
    expect(await rowCount(t, "blobs where state = 'writing'")).toBe(0);
    expect(await filesUnder(t, 'tmp')).toEqual([]);
  });

  test('double submit: 50 at once of the same name and version, each at a path of its own → 1× 200, 49× 409', async () => {
    const before = (await filesUnder(t, 'blobs')).length;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        t.ask('POST', url, {
          token,
          body: form(newDataset('Apart', { path: `apart/${i}.zip` }), ['subsets', `content ${i}`, 'a.txt']),
        }),
      ),
    );
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    const refused = answers.filter(({ code }) => code === 409);
    expect(refused).toHaveLength(49);
    // Name and version are refused: the paths were free.
    for (const { errors } of refused) expect(errors?.map((error) => error.path)).toEqual(['version']);
    expect(await rowCount(t, "datasets where name = 'Apart'")).toBe(1);
    expect((await filesUnder(t, 'blobs')).length - before).toBe(2);
    expect(await rowCount(t, "blobs where state = 'writing'")).toBe(0);
  });

  test('the same file name added 10 times at once: one wins', async () => {
    const { dataset } = await t.dataset({ name: 'Race', files: {} });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        t.ask('POST', `/api/v1/admin/addSubsets/${dataset.id}`, {
          token,
          body: form({}, ['subsets', `${i}`, 'a.txt']),
        }),
      ),
    );
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, ...Array(9).fill(409)]);
    const { subsetList } = await t.open(dataset.id);
    expect(subsetList).toHaveLength(1);
    expect(await rowCount(t, "blobs where state = 'writing'")).toBe(0);
  });

  test('different files added at once: all are in the ZIP', async () => {
    const { dataset } = await t.dataset({ name: 'Together', files: {} });
    await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        t.call('POST', `/api/v1/admin/addSubsets/${dataset.id}`, {
          token,
          body: form({}, ['subsets', `${i}`, `${i}.txt`]),
        }),
      ),
    );
    expect((await t.open(dataset.id)).dataset.fileCount).toBe(10);
    expect(
      await rowCount(
        t,
        `objects where dataset_id = '${dataset.id}' and subset_id is null and superseded_at is null`,
      ),
    ).toBe(1);
  });

  /** Sends a form whose file is still on its way while `meanwhile` is done. */
  async function sentAround(
    method: 'POST' | 'PUT',
    path: string,
    { fields = {}, file }: { fields?: Record<string, string>; file: [field: string, fileName: string] },
    meanwhile: () => Promise<unknown>,
  ): Promise<Envelope<never>> {
    const made = rawForm(
      ...Object.entries(fields).map(([name, content]) => ({
        headers: `Content-Disposition: form-data; name="${name}"`,
        content,
      })),
      {
        headers: `Content-Disposition: form-data; name="${file[0]}"; filename="${file[1]}"`,
        content: `%PDF-1.4${'x'.repeat(400_000)}`,
      },
    );
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': made.type,
      'content-length': made.body.length,
    };
    const asking = request({ host: '127.0.0.1', port: wire.port, path, method, headers, agent: false });
    const answered = once(asking, 'response') as Promise<[IncomingMessage]>;
    asking.write(made.body.slice(0, -1_000));
    await expect.poll(() => rowCount(t, "blobs where state = 'writing'"), { timeout: 15_000 }).toBe(1);
    await meanwhile();
    asking.end(made.body.slice(-1_000));
    const [answer] = await answered;
    return JSON.parse(Buffer.concat(await answer.toArray()).toString());
  }
  const update = (id: string, body: object) =>
    t.call('PUT', `/api/v1/admin/updateDataset/${id}`, { token, body });

  test('files for a dataset that is trashed meanwhile: 404, and it is restored as it was', async () => {
    const { id } = (await t.dataset({ name: 'Trashed', files: { 'a.txt': 'a' } })).dataset;
    const before = await stored(t);
    for (const [method, call, file] of [
      ['POST', 'addSubsets', ['subsets', 'b.txt']],
      ['PUT', 'updateDataset', ['desc', 'b.pdf']],
    ] as const) {
      const answer = await sentAround(method, `/api/v1/admin/${call}/${id}`, { file: [...file] }, () =>
        t.call('DELETE', `/api/v1/admin/dataset/${id}`, { token }),
      );
      expect(answer.code, call).toBe(404);
      await t.call('POST', `/api/v1/admin/trash/${id}/restore`, { token });
      expect(await stored(t), call).toEqual(before);
    }
  });

  test('a change is judged by what the dataset is when its file has come', async () => {
    const change = (id: string, fields: Record<string, string>, meanwhile: () => Promise<unknown>) =>
      sentAround('PUT', `/api/v1/admin/updateDataset/${id}`, { fields, file: ['desc', 'a.pdf'] }, meanwhile);
    const draft = (await t.dataset({ name: 'Published meanwhile', status: 'draft' })).dataset;
    const renumbered = await change(draft.id, { version: '2.0' }, () =>
      update(draft.id, { status: 'published' }),
    );
    expect(renumbered).toMatchObject({ code: 409, errors: [{ path: 'version' }] });

    const twice = (await t.dataset({ name: 'Published twice', status: 'draft' })).dataset;
    let publishedAt: string | null = null;
    const again = await change(twice.id, { status: 'published' }, async () => {
      await update(twice.id, { status: 'published' });
      ({ publishedAt } = (await t.open(twice.id)).dataset);
      t.clock.now += 60_000;
    });
    expect(again).toMatchObject({ code: 200, data: { publishedAt } });

    const { id } = (await t.dataset({ name: 'Frozen meanwhile' })).dataset;
    const withdrawn = await change(id, { status: 'withdrawn' }, () =>
      t.call('POST', `/api/v1/admin/dataset/${id}/freeze`, { token }),
    );
    expect(withdrawn).toMatchObject({ code: 400, errors: [{ path: 'reason' }] });
  });

  /** Sends the first `bytes` of a form over a bare socket, then closes it. */
  async function abort(bytes: number, body: Buffer, type: string): Promise<void> {
    const socket = connect(wire.port, '127.0.0.1');
    const head = `POST ${url} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`;
    await new Promise((resolve) =>
      socket.write(Buffer.concat([Buffer.from(head), body.subarray(0, bytes)]), resolve),
    );
    await sleep(20);
    await new Promise((resolve) => socket.once('close', resolve).resetAndDestroy());
  }

  test('aborted uploads: reset at various points, no file and no row stays', async () => {
    const png = Buffer.from(await picture()).toString('latin1');
    const part = (name: string, fileName: string, content: string) => ({
      headers: `Content-Disposition: form-data; name="${name}"; filename="${fileName}"`,
      content,
    });
    const fields = Object.entries(newDataset('Aborted')).map(([name, content]) => ({
      headers: `Content-Disposition: form-data; name="${name}"`,
      content,
    }));
    const made = rawForm(
      ...fields,
      part('samples', 'a.png', png),
      part('desc', 'a.pdf', `%PDF-1.4${'x'.repeat(200_000)}`),
      part('subsets', 'one.bin', 'x'.repeat(1_500_000)),
      part('subsets', 'two.bin', 'y'.repeat(1_500_000)),
    );
    const body = Buffer.from(made.body, 'latin1');
    const before = await stored(t);
    const points = [0, 0.001, 0.01, 0.05, 0.2, 0.4, 0.5, 0.6, 0.8, 0.99, 0.99999];
    for (const point of points) await abort(Math.floor(body.length * point), body, made.type);
    await expect.poll(() => stored(t)).toEqual(before);
    // The complete form succeeds: the aborted ones left nothing behind.
    const whole = await wire.send(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': made.type },
      body,
    });
    expect(whole.json()).toMatchObject({ code: 200, data: { fileCount: 2 } });
  });

  test('refused while a large file is still coming: the sender reads why, nothing is stored', async () => {
    const before = await stored(t);
    const made = rawForm(
      { headers: 'Content-Disposition: form-data; name="version"', content: '1' },
      { headers: 'Content-Disposition: form-data; name="subsets"; filename="a.bin"', content: '' },
    );
    const cut = made.body.lastIndexOf('\r\n--');
    const large = Buffer.concat([
      Buffer.from(made.body.slice(0, cut)),
      Buffer.alloc(20_000_000),
      Buffer.from(made.body.slice(cut)),
    ]);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const asking = request({
        host: '127.0.0.1',
        port: wire.port,
        path: url,
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': made.type,
          'content-length': large.length,
        },
      });
      // Closed only once both directions have ended: an unread body would hang for ever.
      asking.on('response', (answer) => {
        answer.resume();
        asking.on('close', () => resolve(answer.statusCode));
      });
      asking.on('error', reject);
      asking.end(large);
    });
    expect(status).toBe(400);
    expect(await stored(t)).toEqual(before);
  });

  test('a refused sender that never ends is broken off after 5 s', {
    ...GUARD,
    timeout: 60_000,
  }, async () => {
    const socket = connect(wire.port, '127.0.0.1');
    const closed = once(socket, 'close');
    const { type, body } = rawForm({
      headers: 'Content-Disposition: form-data; name="other"; filename="a"',
      content: 'x',
    });
    const head = `POST ${url} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${type}\r\nContent-Length: 1000000\r\n\r\n`;
    socket.write(head + body.slice(0, -24));
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 400 /);
    await closed;
  });

  test('without a valid token nothing of the body is taken', async () => {
    const before = await stored(t);
    for (const proof of ['x', await t.user('user@example.org').then((user) => user.token)]) {
      const body = form(newDataset('Nobody'), ['subsets', 'x'.repeat(100_000), 'a.txt']);
      expect([401, 403]).toContain((await t.ask('POST', url, { token: proof, body })).code);
    }
    expect(await stored(t)).toEqual(before);
  });
});
