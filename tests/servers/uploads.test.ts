// @module-tag guards
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { AdminSubset } from '../../contract/dataset-admin.ts';
import { addFolder, UPLOADS_PATH } from '../../contract/sources.ts';
import { metadataHeader } from '../../server/testing/tus.ts';
import { NAMES, type Portal, preparePortal, type ServerName } from '../support/balanced.ts';
import { type Balancer, HAPROXY } from '../support/haproxy.ts';
import { NGINX } from '../support/nginx.ts';
import { havePrograms } from '../support/programs.ts';
import { randomBytes } from '../support/random.ts';
import { adminTokenOf, callServer } from '../support/server-process.ts';

const BYTES = randomBytes(300_000);
const SHA256 = createHash('sha256').update(BYTES).digest('hex');
const ELSEWHERE = 'This upload began on another server of this portal';

const there = havePrograms([HAPROXY, NGINX], {
  test: 'uploads of two servers',
  packages: 'haproxy nginx-light',
});
describe.runIf(there && inject('s3Starter') && inject('postgresUrl'))(
  'operations.md, "Several servers": uploads stay on the server where they began',
  () => {
    let portal: Portal;
    let token = '';
    let datasetId = '';
    beforeAll(async () => {
      portal = await preparePortal({ DRAIN_SECONDS: '0' });
      for (const name of NAMES) await portal.start(name);
      token = await adminTokenOf(portal.server('one').url);
      const form = new FormData();
      for (const [key, value] of Object.entries({ name: 'Scans', version: '1', modalityName: 'MRI' }))
        form.append(key, value);
      const added = await fetch(`${portal.server('one').url}/api/v1/admin/addDataset`, {
        method: 'POST',
        body: form,
        headers: { authorization: `Bearer ${token}` },
      });
      datasetId = ((await added.json()) as { data: { id: string } }).data.id;
    }, 120_000);
    afterAll(() => portal?.close());

    async function tus(
      base: string,
      method: string,
      path: string,
      headers = {},
      body?: Uint8Array<ArrayBuffer>,
    ) {
      const answer = await fetch(base + path, {
        method,
        headers: { 'tus-resumable': '1.0.0', authorization: `Bearer ${token}`, ...headers },
        ...(body && { body }),
      });
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    }
    async function begin(base: string, metadata: Record<string, string> = { filename: 'scan.nii' }) {
      const made = await tus(base, 'POST', UPLOADS_PATH, {
        'upload-length': String(BYTES.length),
        'upload-metadata': metadataHeader(metadata),
      });
      expect(made.status, made.text).toBe(201);
      return made.headers.get('location') ?? '';
    }
    const send = (base: string, path: string, offset: number, to: number) =>
      tus(
        base,
        'PATCH',
        path,
        { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
        new Uint8Array(BYTES.subarray(offset, to)),
      );
    const add = (base: string, path: string, source: object) =>
      callServer<{ subsets: AdminSubset[] }>(base, 'POST', `/api/v1/admin/addSubsets/${datasetId}`, {
        token,
        body: { subsets: [{ path, desc: '', source }] },
      });
    const idIn = (path: string) => path.slice(path.lastIndexOf('/') + 1);
    const partials = (name: ServerName) => readdir(join(portal.dataDir(name), 'uploads'));
    const beginner = (path: string) => /\/(one|two)~[\w-]{20}$/.exec(path)?.[1];

    test('elsewhere every call is refused with words, and nothing of it is lost', async () => {
      const [one, two] = NAMES.map((name) => portal.server(name).url) as [string, string];
      const path = await begin(one);
      expect(path).toMatch(/^\/api\/v1\/admin\/uploads\/one~[\w-]{20}$/);
      expect((await send(one, path, 0, 100_000)).status).toBe(204);
      for (const answer of [await send(two, path, 100_000, 200_000), await tus(two, 'DELETE', path)]) {
        expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
        expect(answer.text).toContain(ELSEWHERE);
      }
      expect((await tus(two, 'HEAD', path)).status).toBe(503);
      const chinese = await tus(two, 'DELETE', path, { 'accept-language': 'zh-CN' });
      expect(chinese.text).toContain('此上传始于本门户的另一台服务器');
      const head = await tus(one, 'HEAD', path);
      expect(head.headers.get('upload-offset')).toBe('100000');
      expect((await send(one, path, 100_000, BYTES.length)).status).toBe(204);
      // It is in the store now, which both have.
      expect((await tus(two, 'HEAD', path)).headers.get('upload-offset')).toBe(String(BYTES.length));
      const { subsets } = await add(two, 'elsewhere.nii', { upload: idIn(path) });
      expect(subsets[0]).toMatchObject({ size: BYTES.length, intake: null, sha256: SHA256 });
    });

    test('a file of a folder that is begun anew on the other server: the bytes of the former go', async () => {
      const [one, two] = NAMES.map((name) => portal.server(name).url) as [string, string];
      const { id: folder } = await callServer<{ id: string }>(one, 'POST', addFolder.path, { token });
      const file = { filename: 'a.nii', folder, relativePath: 'a.nii' };
      const former = await begin(one, file);
      await send(one, former, 0, 100_000);
      const [stray] = await partials('one');
      expect(stray).toBeDefined();
      const again = await begin(two, file);
      expect((await tus(one, 'HEAD', former)).status).toBe(404);
      expect((await send(two, again, 0, BYTES.length)).status).toBe(204);
      // Its next start, or its next hour.
      await portal.restart('one');
      expect(await partials('one')).toEqual([]);
      const other = await begin(portal.server('one').url, {
        ...file,
        filename: 'b.nii',
        relativePath: 'b.nii',
      });
      expect((await send(portal.server('one').url, other, 0, BYTES.length)).status).toBe(204);
      const { subsets } = await add(two, 'folder.zip', { folder });
      const { id = '' } = subsets[0] ?? {};
      const intake = async () => {
        const detail = `/api/v1/admin/dataset/${datasetId}`;
        const page = await callServer<{ subsetList: AdminSubset[] }>(two, 'GET', detail, { token });
        return page.subsetList.find((subset) => subset.id === id)?.intake;
      };
      await expect.poll(intake, { timeout: 45_000 }).toBeNull();
    });

    test.each(['HAProxy', 'nginx'] as const)(
      'behind %s the address alone leads to the server, and where it is gone another one says so',
      async (kind) => {
        const balancer: Balancer = await portal.balance(kind);
        const { url } = balancer;
        const begun = await Promise.all(Array.from({ length: 8 }, () => begin(url)));
        expect(new Set(begun.map(beginner))).toEqual(new Set(NAMES));
        const ended = await Promise.all(
          begun.map(async (path) => {
            for (let at = 0; at < BYTES.length; at += 100_000) {
              expect((await tus(url, 'HEAD', path)).headers.get('upload-offset')).toBe(String(at));
              expect((await send(url, path, at, at + 100_000)).status).toBe(204);
            }
            return tus(url, 'HEAD', path);
          }),
        );
        expect(ended.map(({ headers }) => headers.get('upload-offset'))).toEqual(
          begun.map(() => String(BYTES.length)),
        );
        const half = await begin(url);
        await send(url, half, 0, 100_000);
        const name = beginner(half) as ServerName;
        await portal.server(name).end();
        const refused = await send(url, half, 100_000, 200_000);
        expect([refused.status, refused.text]).toEqual([503, expect.stringContaining(ELSEWHERE)]);
        await portal.start(name);
        await expect
          .poll(async () => (await tus(url, 'HEAD', half)).headers.get('upload-offset'))
          .toBe('100000');
        expect((await send(url, half, 100_000, BYTES.length)).status).toBe(204);
        const { subsets } = await add(url, `${kind}.nii`, { upload: idIn(half) });
        expect(subsets[0]).toMatchObject({ size: BYTES.length, sha256: SHA256 });
      },
    );
  },
);
