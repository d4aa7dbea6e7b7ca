import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { filesUnder, rowCount } from '../testing/look-inside.ts';
import { idOf, tusCalls } from '../testing/tus.ts';
import { onTheWire, type Wire } from '../testing/wire.ts';

/** The times of threats.md divided by 40: 8 KiB/s becomes 8 KiB per 25 ms. */
const times = { small: 400, upload: { bytes: 30 * 8 * 1024, stretch: 750 } };

let t: TestApp;
let wire: Wire;
let token: string;
beforeAll(async () => {
  t = await buildTestApp({ times: { bodyTimes: times } });
  wire = await onTheWire(t);
  token = await t.adminToken();
});
afterAll(() => t.close());

/**
 * Sends request headers, then a piece every 20 ms.
 * @returns the response's head, once the connection has ended
 */
async function trickle(head: string, piece: Uint8Array | string, until?: Promise<unknown>): Promise<string> {
  const socket: Socket = connect(wire.port, '127.0.0.1');
  let answer = '';
  // The server may close while a write is pending: expected.
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.write(head);
  const timer = setInterval(() => socket.writable && socket.write(piece), 20);
  socket.on('data', (data) => {
    clearInterval(timer);
    answer += data;
  });
  await Promise.race([closed, until ?? new Promise(() => {})]);
  clearInterval(timer);
  socket.destroy();
  return answer;
}

const head = (method: string, path: string, type: string, length: number) =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;

describe('threats.md, "Server": bodies that come too slowly', () => {
  test('a JSON body has 15 s in all, however steadily it trickles: 408, and the connection ends', async () => {
    const answer = await trickle(head('POST', '/api/v1/login', 'application/json', 60_000), ' ');
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"code":408');
    expect(answer.toLowerCase()).toContain('connection: close');
  });

  test('a form below 8 KiB/s over 30 s: 408, and nothing of it stays', async () => {
    const type = 'multipart/form-data; boundary=b';
    const part = (name: string, value: string) =>
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const begun = `${part('name', 'Slow')}${part('version', '1')}${part('modalityName', 'MRI')}--b\r\nContent-Disposition: form-data; name="subsets"; filename="a.bin"\r\n\r\n`;
    const answer = await trickle(
      head('POST', '/api/v1/admin/addDataset', type, 10_000_000) + begun,
      'x'.repeat(500),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(await filesUnder(t, 'tmp')).toEqual([]);
    await expect.poll(() => rowCount(t, "blobs where state = 'writing'")).toBe(0);
  });

  test('a resumable upload below it: 408 without an envelope, and what came counts', async () => {
    const tus = tusCalls(wire, token);
    const id = idOf(await tus.create(10_000_000));
    const answer = await trickle(tus.patchHead(id, 0, 10_000_000), Buffer.alloc(500));
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('too slowly');
    expect(answer).not.toContain('"code"');
    expect(Number((await tus.head(id)).headers['upload-offset'])).toBeGreaterThan(1_000);
  });

  test('one that keeps above it goes on for as long as it likes', async () => {
    const tus = tusCalls(wire, token);
    const id = idOf(await tus.create(100_000_000));
    const enough = new Promise((resolve) => setTimeout(resolve, 3 * times.upload.stretch));
    // 40 KiB per 20 ms: six times the minimum, so that a busy machine does not matter.
    const answer = await trickle(tus.patchHead(id, 0, 100_000_000), Buffer.alloc(40 * 1024), enough);
    expect(answer).toBe('');
    await expect
      .poll(async () => Number((await tus.head(id)).headers['upload-offset']))
      .toBeGreaterThan(times.upload.bytes);
  });

  test('a body that nobody reads ends with its connection', async () => {
    const nobody = tusCalls(wire, 'x'.repeat(43));
    const answer = await trickle(nobody.patchHead('nothing', 0, 10_000_000), Buffer.alloc(500));
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  });
});
