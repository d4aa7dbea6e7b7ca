import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { randomBytes } from '../support/random.ts';
import { adminTokenOf, callServer, type ServerProcess, startServer } from '../support/server-process.ts';

const BOUNDARY = '----vitrine-kill';
const SIZE = 1_500_000;

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-kill-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** What is on the disk and in the book, which must agree after every start. */
async function stored() {
  const files = (await readdir(join(dataDir, 'blobs'), { recursive: true }).catch(() => [])).filter(
    (name) => name.length > 20,
  );
  const db = new Database(join(dataDir, 'vitrine.sqlite'), { readonly: true });
  const rows = db.prepare('select key, state from blobs').all() as { key: string; state: string }[];
  const integrity = db.pragma('integrity_check', { simple: true });
  db.close();
  return {
    files: files.map((name) => name.slice(-20)).sort(),
    kept: rows
      .filter((row) => row.state === 'kept')
      .map((row) => row.key)
      .sort(),
    writing: rows.filter((row) => row.state === 'writing').length,
    temporary: await readdir(join(dataDir, 'tmp')),
    integrity,
  };
}

function form(name: string, contents: Buffer[]): Buffer {
  const field = (key: string, value: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`;
  const head = field('name', name) + field('version', '1') + field('modalityName', 'Noise');
  const files = contents.flatMap((content, i) => [
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="subsets"; filename="${i}.bin"\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([Buffer.from(head), ...files, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

/** Sends so many bytes of the form; true when the server acknowledged it, false when the connection broke. */
function send(server: ServerProcess, token: string, body: Buffer, upTo: number): Promise<boolean> {
  return new Promise((resolve) => {
    const call = request(`${server.url}/api/v1/admin/addDataset`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        'content-length': body.length,
      },
    });
    call.on('response', (response) => {
      response.resume();
      response.on('error', () => resolve(false));
      resolve(response.statusCode === 200);
    });
    call.on('error', () => resolve(false));
    call.write(body.subarray(0, upTo));
  });
}

async function expectWhole(): Promise<void> {
  const after = await stored();
  expect(after.integrity).toBe('ok');
  expect(after.writing).toBe(0);
  expect(after.temporary).toEqual([]);
  expect(after.files).toEqual(after.kept);
}

test('faults: kill -9 in the middle of an upload leaves no dataset and no orphan after the next start', async () => {
  let server = await startServer(dataDir);
  const token = await adminTokenOf(server.url);
  const body = form('Half', [randomBytes(SIZE), randomBytes(SIZE)]);
  const sent = send(server, token, body, Math.floor(body.length * 0.75));
  // The kill must fall into the upload: the first file is written whole, the second one in part.
  await expect.poll(async () => (await stored()).writing).toBe(2);
  await server.end('SIGKILL');
  expect(await sent).toBe(false);

  server = await startServer(dataDir);
  const list = await callServer<{ count: number }>(server.url, 'GET', '/api/v1/admin/datasetList', {
    token: await adminTokenOf(server.url),
  });
  expect(list.count).toBe(0);
  await server.end();
  await expectWhole();
  expect((await stored()).files).toEqual([]);
});
