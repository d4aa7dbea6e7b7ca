import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { addSubsets } from '../../contract/dataset-admin.ts';
import { limits } from '../../contract/limits.ts';
import { administrator, adminLogin } from '../../server/testing/administrators.ts';
import { buildTestApp, type TestApp } from '../../server/testing/build-test-app.ts';
import { onTheWire, type Wire } from '../../server/testing/wire.ts';
import { contractEndpoints, nameOf } from '../support/contract.ts';

const SIZE = limits.addSubsetsBody;
const nested = '['.repeat(SIZE / 2) + ']'.repeat(SIZE / 2);
const path = addSubsets.path.replace(':id', 'nothing');

describe('threats 34: identity before the body', async () => {
  const endpoints = (await contractEndpoints()).filter(({ method }) => method !== 'GET');
  const closed = endpoints.filter(({ who }) => who.kind !== 'anyone');
  let t: TestApp;
  let wire: Wire;
  let owner: string;
  let auditor: string;
  let user: string;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    t = await buildTestApp();
    wire = await onTheWire(t);
    owner = await t.adminToken();
    await administrator(t, 'auditor');
    auditor = await adminLogin(t, 'auditor@lab.example');
    user = (await t.user('reader@example.org')).token;
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  afterAll(() => t.close());

  /** Announces a body, and sends none of it. */
  function announce(method: string, url: string, token?: string, length = 1_000): Socket {
    const socket = connect(wire.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      `${method} ${url} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n` +
        `${token === undefined ? '' : `Authorization: Bearer ${token}\r\n`}\r\n`,
    );
    sockets.push(socket);
    return socket;
  }
  async function statusOf(socket: Socket): Promise<string | undefined> {
    const [head] = await once(socket, 'data');
    return /^HTTP\/1\.1 (\d+)/.exec(String(head))?.[1];
  }
  const send = (url: string, token?: string, body = nested) =>
    wire.send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body,
    });

  test.each(closed.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    '%s: 401 and 403 come while the body is still to be sent',
    async (_, { method, path: pattern, who }) => {
      const url = pattern.replace(/:\w+/g, 'nothing');
      expect(await statusOf(announce(method, url))).toBe('401');
      const wrong = who.kind === 'user' ? owner : user;
      expect(await statusOf(announce(method, url, wrong))).toBe('403');
      // Auditors change nothing but what is their own.
      if (who.kind === 'admin') expect(await statusOf(announce(method, url, auditor))).toBe('403');
    },
  );

  test('nor is a body read that is sent to no address, or by a method that it does not take', async () => {
    expect(await statusOf(announce('POST', '/api/v1/nothing'))).toBe('404');
    expect(await statusOf(announce('POST', '/nothing'))).toBe('404');
    expect(await statusOf(announce('POST', '/api/v1/datasets'))).toBe('405');
  });

  test('8 MiB of nested arrays: nothing is parsed, and who pushes all of it still reads the answer', async () => {
    const parse = vi.spyOn(JSON, 'parse');
    const answers = [await send(path), await send(path, user), await send(path, auditor)];
    const longest = Math.max(0, ...parse.mock.calls.map(([text]) => String(text).length));
    parse.mockRestore();
    expect(longest).toBeLessThan(limits.jsonBody);
    expect(answers.map((answer) => [answer.status, answer.json().code])).toEqual([
      [401, 401],
      [403, 403],
      [403, 403],
    ]);
  });

  test('large bodies are read two at a time: others wait, then 503 with Retry-After; small ones pass', async () => {
    const holders = [announce('POST', path, owner, SIZE), announce('POST', path, owner, SIZE)];
    // Those two are being read once a third one waits; one that goes away leaves the line.
    const gone = announce('POST', path, owner, SIZE);
    const refused = await send(path, owner);
    expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([503, 5]);
    gone.destroy();
    expect((await send(path, owner, '{}')).status).toBe(400);
    const waits = send(path, owner, `[${' '.repeat(limits.jsonBody)}]`);
    for (const holder of holders) holder.destroy();
    expect((await waits).status).toBe(400);
    // Nobody who left keeps a place.
    for (let n = 0; n < 4; n++) {
      expect((await send(path, owner, `[${' '.repeat(limits.jsonBody)}]`)).status).toBe(400);
    }
  });
});
