import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../server/testing/build-test-app.ts';
import { stored } from '../../server/testing/look-inside.ts';

describe('what administrators send in', () => {
  let t: TestApp;
  let token: string;
  let id: string;
  beforeAll(async () => {
    t = await buildTestApp();
    token = await t.adminToken();
    id = (await t.dataset({ name: 'There' })).dataset.id;
  });
  afterAll(() => t.close());

  test('threats row 4: forged upload object, JSON to addDataset → 415, nothing written', async () => {
    const forged = {
      file: '/etc/passwd',
      buffer: { type: 'Buffer', data: [1] },
      filename: '../../x',
      _buf: 'x',
    };
    const fields = { name: 'Forged', version: '1', modalityName: 'MRI' };
    const before = await stored(t);
    const bodies = [forged, { ...fields, subsets: forged }, { ...fields, samples: forged }, fields, {}];
    for (const body of bodies) {
      expect((await t.ask('POST', '/api/v1/admin/addDataset', { token, body })).code).toBe(415);
    }
    // These take JSON as well: the forged object is no source, and an unknown field.
    for (const body of [...bodies, { subsets: [forged] }, { subsets: [{ path: 'a', source: forged }] }]) {
      expect((await t.ask('POST', `/api/v1/admin/addSubsets/${id}`, { token, body })).code).toBe(400);
    }
    const answer = await t.ask('PUT', `/api/v1/admin/updateDataset/${id}`, {
      token,
      body: { samples: forged },
    });
    expect(answer).toMatchObject({ code: 400, errors: [{ path: 'samples' }] });
    expect(await stored(t)).toEqual(before);
  });

  test('threats row 28: server-side fetches, a URL for a picture → 400, no outbound connection', async () => {
    const opened: unknown[] = [];
    const note = (message: unknown) => void opened.push(message);
    const trap = createServer((socket) => {
      opened.push(socket.remotePort);
      socket.destroy();
    });
    await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
    const { port } = trap.address() as { port: number };
    subscribe('net.client.socket', note);
    try {
      const before = await stored(t);
      const urls = ['http://169.254.169.254/', `http://127.0.0.1:${port}/a.png`, `file:///etc/passwd`];
      for (const url of urls) {
        for (const field of ['samples', 'desc', 'subsets', 'archive']) {
          const form = new FormData();
          for (const [key, value] of Object.entries({ name: 'Fetch', version: '1', modalityName: 'MRI' }))
            form.append(key, value);
          form.append(field, url);
          expect(await t.ask('POST', '/api/v1/admin/addDataset', { token, body: form })).toMatchObject({
            code: 400,
            errors: [{ path: field }],
          });
          const json = await t.ask('PUT', `/api/v1/admin/updateDataset/${id}`, {
            token,
            body: { [field]: url },
          });
          expect(json).toMatchObject({ code: 400, errors: [{ path: field }] });
        }
        // A picture that asks its reader to fetch.
        const form = new FormData();
        const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="${url}" width="9" height="9"/></svg>`;
        form.append('samples', new Blob([svg]), 'a.png');
        const drawn = await t.ask('PUT', `/api/v1/admin/updateDataset/${id}`, { token, body: form });
        expect(drawn).toMatchObject({ code: 400, errors: [{ path: 'samples' }] });
        // Text that names one is kept as text.
        await t.call('PUT', `/api/v1/admin/updateDataset/${id}`, { token, body: { detail: `![x](${url})` } });
        await t.open(id);
      }
      await t.app.settle();
      expect(await stored(t)).toEqual(before);
      expect(opened).toEqual([]);
    } finally {
      unsubscribe('net.client.socket', note);
      trap.close();
    }
  });
});
