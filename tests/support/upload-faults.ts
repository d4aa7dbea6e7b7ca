import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect } from 'vitest';
import { UPLOADS_PATH } from '../../contract/sources.ts';
import { randomBytes } from './random.ts';
import { adminTokenOf, type ServerProcess, startServer } from './server-process.ts';
import { inject } from './trace.ts';

const MiB = 1024 * 1024;
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

interface Answer {
  status: number;
  offset: number | undefined;
  location: string;
}

/** One tus request; status 0 when the connection broke before an answer. */
export function tusRequest(
  server: ServerProcess,
  token: string,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: Uint8Array,
): Promise<Answer> {
  return new Promise((resolve) => {
    const broken = { status: 0, offset: undefined, location: '' };
    const asking = request(server.url + path, {
      method,
      agent: false,
      headers: { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', ...headers },
    });
    asking.on('error', () => resolve(broken));
    asking.setTimeout(20_000, () => asking.destroy());
    asking.on('response', (answer) => {
      answer.on('error', () => resolve(broken)).resume();
      const { 'upload-offset': offset, location = '' } = answer.headers;
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          offset: offset === undefined ? undefined : Number(offset),
          location,
        }),
      );
    });
    asking.end(body);
  });
}

const OCTETS = 'application/offset+octet-stream';

export async function begin(server: ServerProcess, token: string, size: number): Promise<string> {
  const name = Buffer.from('a.bin').toString('base64');
  const { status, location } = await tusRequest(server, token, 'POST', UPLOADS_PATH, {
    'upload-length': String(size),
    'upload-metadata': `filename ${name}`,
  });
  expect(status).toBe(201);
  return location;
}

export const patch = (server: ServerProcess, token: string, url: string, offset: number, bytes: Uint8Array) =>
  tusRequest(server, token, 'PATCH', url, { 'upload-offset': String(offset), 'content-type': OCTETS }, bytes);

export async function offsetOf(server: ServerProcess, token: string, url: string): Promise<number> {
  const { status, offset } = await tusRequest(server, token, 'HEAD', url);
  expect(status).toBe(200);
  return offset ?? -1;
}

/** What the book and the disk say, which must agree. */
export async function state(dataDir: string) {
  const db = new Database(join(dataDir, 'vitrine.sqlite'), { readonly: true, timeout: 5_000 });
  const uploads = db
    .prepare('select u.*, b.sha256 from uploads u join blobs b on b.key = u.blob_key')
    .all() as {
    id: string;
    blob_key: string;
    size: number;
    received: number;
    finished_at: number | null;
    sha256: string;
  }[];
  const blobs = (db.prepare('select key from blobs').all() as { key: string }[]).map(({ key }) => key);
  const integrity = db.pragma('integrity_check', { simple: true });
  db.close();
  const files = async (part: string) =>
    (await readdir(join(dataDir, part), { recursive: true }).catch(() => []))
      .map((name) => name.slice(-20))
      .filter((name) => name.length === 20);
  return {
    uploads,
    blobs,
    integrity,
    partial: await files('uploads'),
    placed: await files('blobs'),
    tmp: await files('tmp'),
  };
}

/** Every byte on the disk has its row, and every whole upload its bytes. */
export async function expectAgreed(dataDir: string): Promise<void> {
  const { uploads, blobs, integrity, partial, placed, tmp } = await state(dataDir);
  expect(integrity).toBe('ok');
  expect(tmp).toEqual([]);
  const keys = new Set(uploads.map((upload) => upload.blob_key));
  for (const key of partial) expect(keys).toContain(key);
  for (const key of placed) expect(blobs).toContain(key);
  for (const upload of uploads) {
    if (upload.finished_at !== null) expect(placed).toContain(upload.blob_key);
  }
}

/**
 * Kills the server at the Kth of its write calls of each thread while an upload comes in; starts it again and goes on.
 * What was acknowledged is there, the end is whole.
 */
export async function killAt(dataDir: string, calls: string, k: number): Promise<boolean> {
  const bytes = randomBytes(4 * MiB + 5);
  let server = await startServer(dataDir);
  let token = await adminTokenOf(server.url);
  const url = await begin(server, token, bytes.length);
  const release = await inject(server.child.pid ?? 0, `${calls}:signal=SIGKILL:when=${k}`);
  let acknowledged = 0;
  for (let offset = 0; offset < bytes.length; offset += MiB) {
    const answer = await patch(server, token, url, offset, bytes.subarray(offset, offset + MiB));
    if (answer.status !== 204) break;
    acknowledged = answer.offset ?? 0;
  }
  await release();
  const killed = acknowledged < bytes.length;
  await server.end('SIGKILL');

  server = await startServer(dataDir);
  try {
    token = await adminTokenOf(server.url);
    const offset = await offsetOf(server, token, url);
    expect(offset, `${calls} ${k}`).toBeGreaterThanOrEqual(acknowledged);
    if (offset < bytes.length) {
      expect((await patch(server, token, url, offset, bytes.subarray(offset))).status).toBe(204);
    }
    expect(await offsetOf(server, token, url)).toBe(bytes.length);
    const id = url.split('/').at(-1);
    const row = (await state(dataDir)).uploads.find((upload) => upload.id === id);
    expect(row?.finished_at).not.toBeNull();
    // Where the end came before the restart there is no hash: whoever takes the upload makes it.
    expect([sha(bytes), '']).toContain(row?.sha256);
  } finally {
    await server.end();
  }
  await expectAgreed(dataDir);
  return killed;
}

/** Resets uploads at 1, 50 and 99 %, by turns, as forms and as pieces. @returns open descriptors before and after */
export async function abortMany(
  server: ServerProcess,
  count: number,
): Promise<[before: number, after: number]> {
  const descriptors = async () => (await readdir(`/proc/${server.child.pid}/fd`)).length;
  const token = await adminTokenOf(server.url);
  const { port } = new URL(server.url);
  const size = 400_000;
  const part = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const form = `${part('name', 'Aborted')}${part('version', '1')}${part('modalityName', 'X')}--b\r\nContent-Disposition: form-data; name="subsets"; filename="a.bin"\r\n\r\n`;
  const url = await begin(server, token, size * count);
  const head = (line: string, more: string) =>
    `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: ${size}\r\n${more}\r\n\r\n`;
  const abort = async (begun: string, share: number) => {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
    await new Promise((resolve) => socket.write(begun, resolve));
    await new Promise((resolve) => socket.write(Buffer.alloc(Math.floor(size * share)), resolve));
    await sleep(5);
    const closed = once(socket, 'close');
    socket.resetAndDestroy();
    await closed;
  };
  const one = async (i: number) => {
    const share = [0.01, 0.5, 0.99][i % 3] ?? 0.5;
    if (i % 2 === 0) {
      const type = 'Content-Type: multipart/form-data; boundary=b';
      return abort(head('POST /api/v1/admin/addDataset', type) + form, share);
    }
    const offset = await offsetOf(server, token, url);
    const more = `Content-Type: ${OCTETS}\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: ${offset}`;
    await abort(head(`PATCH ${url}`, more), share);
  };
  // Both kinds once before: what the first of its kind starts (a thread, a connection) stays.
  for (let i = 0; i < 6; i++) await one(i);
  await sleep(500);
  const before = await descriptors();
  for (let i = 0; i < count; i++) await one(i);
  // The partial upload still answers: nothing holds its lock.
  expect(await offsetOf(server, token, url)).toBeGreaterThan(0);
  await expect.poll(descriptors, { timeout: 10_000 }).toBeLessThanOrEqual(before);
  return [before, await descriptors()];
}
