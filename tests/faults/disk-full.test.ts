// @module-tag guards
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { emptyDisk, fillDisk } from '../support/fill-disk.ts';
import { registeredUser, signIn } from '../support/person.ts';
import {
  ADMIN,
  adminTokenOf,
  callServer,
  type ServerProcess,
  startServer,
} from '../support/server-process.ts';
import { isRoot } from '../support/trace.ts';
import { begin } from '../support/upload-faults.ts';

const MiB = 1024 * 1024;
const reader = 'reader@example.org';

let small: string;
let server: ServerProcess;
let token: string;

const fill = () => fillDisk(small);
/** Of uploads and forms that are not whole yet. */
async function bytesComingIn(): Promise<number> {
  let bytes = 0;
  for (const folder of ['uploads', 'tmp']) {
    for (const name of await readdir(join(small, folder)).catch(() => [])) {
      bytes += (await stat(join(small, folder, name)).catch(() => ({ size: 0 }))).size;
    }
  }
  return bytes;
}
const makeRoom = () => emptyDisk(small);

const add = (name: string): Promise<Response> => {
  const form = new FormData();
  for (const [key, value] of Object.entries({ name, version: '1', modalityName: 'X' }))
    form.append(key, value);
  form.append('subsets', new Blob([Buffer.alloc(MiB)]), 'a.bin');
  return fetch(`${server.url}/api/v1/admin/addDataset`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
};
const adminLogin = () =>
  fetch(`${server.url}/api/v1/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
const ready = async () => (await fetch(`${server.url}/readyz`)).status;

if (!isRoot() && process.env.CI) throw new Error('root is needed here, to mount a small disk');
describe.runIf(isRoot())('faults: disk full, to the last block', () => {
  beforeEach(async () => {
    small = await mkdtemp(join(tmpdir(), 'vitrine-full-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', small]);
    server = await startServer(small);
    token = await adminTokenOf(server.url);
  });
  afterEach(async () => {
    await server.end('SIGKILL');
    execFileSync('umount', [small]);
    await rm(small, { recursive: true, force: true });
  });

  test('reading and signing in work, data are refused with 507, /readyz says 503; well again without a restart', {
    timeout: 120_000,
  }, async () => {
    await registeredUser(server.url, small, reader);
    expect((await add('Before')).status).toBe(200);
    await expect.poll(ready, { timeout: 15_000 }).toBe(200);
    await fill();

    // Fewer than the sessions that one person may have at once: the first token must last.
    for (let i = 0; i < 15; i++) {
      await signIn(server.url, reader);
      expect((await adminLogin()).status, `sign-in ${i}`).toBe(200);
    }
    expect(await callServer(server.url, 'GET', '/api/v1/datasets')).toEqual([]);
    expect((await fetch(server.url)).status).toBe(200);
    const list = '/api/v1/admin/datasetList';
    expect(await callServer(server.url, 'GET', list, { token })).toMatchObject({ count: 1 });
    expect(await ready()).toBe(503);
    const refused = await add('Full');
    expect(refused.status).toBe(507);
    expect(((await refused.json()) as { msg: string }).msg).toMatch(/full.*make room/i);
    await expect(begin(server, token, 10)).rejects.toThrow('507');
    expect(await callServer(server.url, 'GET', list, { token })).toMatchObject({ count: 1 });

    await makeRoom();
    await expect.poll(ready, { timeout: 15_000 }).toBe(200);
    expect((await add('After')).status).toBe(200);
  });

  test('filled to the last block while data come in: 507, and what came is freed within 5 s', {
    timeout: 60_000,
  }, async () => {
    await expect.poll(ready, { timeout: 15_000 }).toBe(200);
    const size = 24 * MiB;
    const bytes = Buffer.alloc(size, 7);
    const url = await begin(server, token, size);
    /** Sends a body whose second half comes once the disk is full; gives the answer's status. */
    const halfway = async (method: string, path: string, headers: Record<string, string>, body: Buffer) => {
      const asking = request(server.url + path, {
        method,
        agent: false,
        headers: { authorization: `Bearer ${token}`, 'content-length': body.length, ...headers },
      });
      const answered = new Promise<number>((resolve, reject) => {
        asking.on('response', (answer) => resolve(answer.resume().statusCode ?? 0));
        asking.on('error', reject);
      });
      asking.write(body.subarray(0, size / 2));
      // More than the system holds on its way must have reached the disk.
      await expect.poll(bytesComingIn, { timeout: 15_000 }).toBeGreaterThan(size / 4);
      await fill();
      asking.end(body.subarray(size / 2));
      const status = await answered;
      await expect.poll(bytesComingIn, { timeout: 5_000 }).toBe(0);
      await makeRoom();
      await expect.poll(ready, { timeout: 15_000 }).toBe(200);
      return status;
    };

    const tus = {
      'content-type': 'application/offset+octet-stream',
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
    };
    expect(await halfway('PATCH', url, tus, bytes)).toBe(507);
    const fields = ['name', 'version', 'modalityName'].map(
      (name) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nx\r\n`,
    );
    const file = `--b\r\nContent-Disposition: form-data; name="subsets"; filename="a.bin"\r\n\r\n`;
    const form = Buffer.concat([Buffer.from(fields.join('') + file), bytes, Buffer.from('\r\n--b--\r\n')]);
    const type = { 'content-type': 'multipart/form-data; boundary=b' };
    expect(await halfway('POST', '/api/v1/admin/addDataset', type, form)).toBe(507);
    expect((await add('After')).status).toBe(200);
  });

  test('it starts on a full disk, too', { timeout: 60_000 }, async () => {
    await expect.poll(ready, { timeout: 15_000 }).toBe(200);
    await server.end();
    await fill();
    server = await startServer(small);
    token = await adminTokenOf(server.url);
    expect(await ready()).toBe(503);
  });

  test('what is held back has an end: 507 then, never 500, and it is held back again when there is room', {
    timeout: 60_000,
  }, async () => {
    await expect.poll(ready, { timeout: 15_000 }).toBe(200);
    const held = (await stat(join(small, 'reserve'))).size;
    const said: number[] = [];
    while (said.at(-1) !== 507 && said.length < 200) {
      await fill();
      said.push((await adminLogin()).status);
    }
    expect(said.at(-1)).toBe(507);
    expect(said.slice(0, -1)).toEqual(Array(said.length - 1).fill(200));
    await makeRoom();
    expect((await adminLogin()).status).toBe(200);
    await expect.poll(ready, { timeout: 15_000 }).toBe(200);
    expect((await stat(join(small, 'reserve'))).size).toBe(held);
  });
});
