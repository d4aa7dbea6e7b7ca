import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../server/testing/build-test-app.ts';
import { onEitherDatabase } from '../../server/testing/databases.ts';
import { sql } from '../../server/testing/look-inside.ts';
import { onTheWire, type Wire } from '../../server/testing/wire.ts';

onEitherDatabase('download paths', (database) => {
  let t: TestApp;
  let wire: Wire;
  let token: string;
  let id: string;
  let other: string;
  beforeAll(async () => {
    t = await buildTestApp({ database });
    wire = await onTheWire(t);
    ({ token } = await t.user('reader@example.org'));
    id = (await t.dataset({ name: 'Public', files: { 'train.csv': 'here' } })).dataset.id;
    other = (await t.dataset({ name: 'Other', files: { 'secret.csv': 'there' } })).dataset.id;
    // Something to be found, were a path ever joined to a folder's name.
    await writeFile(join(t.folder, 'secret'), 'never served');
  });
  afterAll(() => t.close());

  const code = async (path: string): Promise<number> => {
    const answer = await wire.send(path, { headers: { authorization: `Bearer ${token}` } });
    if (answer.status >= 400) expect(answer.json().code).toBe(answer.status);
    return answer.status;
  };
  const calls = () => [`/api/v1/download/${id}/`, '/api/v1/downloadInspection/', `/api/v1/file/${id}/`];
  /** A label as each call takes it: a file of a dataset is asked for by its name in the dataset's ZIP. */
  const asked = (call: string, label: string) =>
    call + (call.includes('/file/') ? label.replace('public/public-1.0/', '') : label);

  describe('threats row 1: download path traversal', () => {
    const climbing = [
      '../../../etc/passwd',
      '..%2f..%2f..%2fetc%2fpasswd',
      '%2e%2e/%2e%2e/%2e%2e/etc/passwd',
      '%252e%252e%252f%252e%252e%252fetc%252fpasswd',
      '..\\..\\..\\etc\\passwd',
      '..%5c..%5c..%5cetc%5cpasswd',
      '/etc/passwd',
      '%2fetc%2fpasswd',
      '../secret',
      '../../secret',
      '..%2fsecret',
    ];
    const aliases = [
      'public/public-1.0/x/../train.csv',
      'public/public-1.0/./train.csv',
      'public/public-1.0//train.csv',
      'public/public-1.0/train.csv/',
      'PUBLIC/PUBLIC-1.0/TRAIN.CSV',
      // Patterns, were it ever looked up by one.
      'public/public-1.0/train.cs%25',
      'public/public-1.0/train.cs_',
      'public/public-1.0/train',
      // Right only after a second decoding.
      'public/public-1.0/train%252ecsv',
      'public%252f1.0%252ftrain.csv',
    ];
    const malformed = [
      '%00',
      'public/public-1.0/train.csv%00',
      'a%00b',
      '%ff%fe',
      '%c3%28',
      '%',
      '%zz',
      'a%0d%0ab',
    ];

    test('the real path is there', async () => {
      for (const call of calls()) {
        const answer = await wire.send(`${asked(call, 'public/public-1.0/train.csv')}?token=${token}`);
        expect(answer.status, call).toBe(200);
      }
    });

    test('paths that climb → 404', async () => {
      for (const call of [...calls(), '/static/'])
        for (const path of climbing) expect(await code(call + path), call + path).toBe(404);
    });

    test('other spellings of a path that is there → 404: the string is exact', async () => {
      for (const call of calls())
        for (const path of aliases) expect(await code(asked(call, path)), call + path).toBe(404);
    });

    test('NUL, control characters, invalid percent signs and invalid UTF-8 → 400', async () => {
      for (const call of [...calls(), '/static/'])
        for (const path of malformed) expect(await code(call + path), call + path).toBe(400);
    });

    test('NUL in the id, the token or the revision → 400', async () => {
      for (const url of [
        `/api/v1/download/%00/public/public-1.0/train.csv?token=${token}`,
        `/api/v1/download/${id}/public/public-1.0/train.csv?token=%00`,
        `/api/v1/download/${id}/public/public-1.0/train.csv?rev=%00&token=${token}`,
        `/api/v1/file/${id}/train.csv?release=%00&token=${token}`,
        `/api/v1/file/%00/train.csv?token=${token}`,
        `/api/v1/dataset/%00`,
      ])
        expect(await code(url), url).toBe(400);
    });

    test('blobs lie under random names', async () => {
      const blobs = await sql<{ key: string }>(t, 'select key from blobs');
      expect(blobs.length).toBeGreaterThan(3);
      for (const { key } of blobs) expect(key).toMatch(/^[A-Za-z0-9_-]{20}$/);
    });
  });

  describe('threats row 8: parent and child mixed', () => {
    test("download/{public}/{another dataset's path} → 404, by session and by ticket", async () => {
      const ticket = new URL(
        (await t.open(id, token)).dataset.downloadUrl ?? '',
        'http://x',
      ).searchParams.get('token');
      for (const path of ['other/other-1.0/secret.csv', 'other/other-1.0.zip'])
        for (const proof of [token, ticket]) {
          expect(await code(`/api/v1/download/${id}/${path}?token=${proof}`), path).toBe(404);
          // The same path is there, in its own dataset.
          const own = await wire.send(`/api/v1/download/${other}/${path}?token=${token}`);
          expect(own.status, path).toBe(200);
        }
    });

    test("file/{public}/{another dataset's file} → 404, by session and by ticket", async () => {
      const { ticket } = (await t.inject('GET', `/api/v1/dataset/${id}/files`, { token })).json<{
        data: { ticket: string };
      }>().data;
      for (const proof of [token, ticket]) {
        expect(await code(`/api/v1/file/${id}/train.csv?token=${proof}`)).toBe(200);
        expect(await code(`/api/v1/file/${id}/secret.csv?token=${proof}`)).toBe(404);
      }
      expect(await code(`/api/v1/file/${other}/secret.csv?token=${token}`)).toBe(200);
      expect(await code(`/api/v1/file/${other}/secret.csv?token=${ticket}`)).toBe(403);
    });

    test("another dataset's revision → 404", async () => {
      const rev = new URL(
        (await t.open(other, token)).dataset.downloadUrl ?? '',
        'http://x',
      ).searchParams.get('rev');
      expect(await code(`/api/v1/download/${id}/public/public-1.0.zip?rev=${rev}`)).toBe(404);
    });

    test("a draft's and a trashed dataset's path → 404", async () => {
      const draft = await t.dataset({ name: 'Draft', status: 'draft' });
      expect(await code(`/api/v1/download/${draft.dataset.id}/draft/draft-1.0.zip`)).toBe(404);
      expect(await code(`/api/v1/file/${draft.dataset.id}/train.csv`)).toBe(404);
      const gone = await t.dataset({ name: 'Gone' });
      await t.call('DELETE', `/api/v1/admin/dataset/${gone.dataset.id}`, { token: await t.adminToken() });
      expect(await code(`/api/v1/download/${gone.dataset.id}/gone/gone-1.0.zip`)).toBe(404);
      expect(await code(`/api/v1/file/${gone.dataset.id}/train.csv`)).toBe(404);
    });
  });
});
