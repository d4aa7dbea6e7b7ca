import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { onTheWire, type Wire } from '../testing/wire.ts';

describe('heads of requests', () => {
  let t: TestApp;
  let wire: Wire;
  beforeAll(async () => {
    t = await buildTestApp();
    wire = await onTheWire(t);
  });
  afterAll(() => t.close());

  /** The raw response to lines sent exactly as given. */
  async function answerTo(...lines: string[]): Promise<string> {
    const socket = connect(wire.port, '127.0.0.1');
    socket.write([...lines, 'Connection: close', '', ''].join('\r\n'));
    let answer = '';
    socket.on('data', (piece) => {
      answer += piece;
    });
    await once(socket, 'close');
    return answer;
  }

  test('RFC 9112 §3.2: two Host headers are 400, the same twice too', async () => {
    for (const hosts of [
      ['Host: a', 'Host: b'],
      ['Host: a', 'hOsT: a'],
    ]) {
      const answer = await answerTo('GET /api/v1/datasets HTTP/1.1', ...hosts);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain('"code":400');
    }
    expect(await answerTo('GET /api/v1/datasets HTTP/1.1', 'Host: a')).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('RFC 9112 §3.2.2: the absolute form is answered as the other is, no-store and downloads included', async () => {
    const { dataset } = await t.dataset({ files: { 'a/b.txt': 'of a user' } });
    const { token } = await t.user('reader@example.org');
    const link = (await t.open(dataset.id, token)).subsetList[0]?.downloadUrl ?? '';
    for (const host of ['http://portal', 'HTTP://portal:80']) {
      const api = await answerTo(`GET ${host}/api/v1/getCaptcha HTTP/1.1`, 'Host: portal');
      expect(api).toMatch(/^HTTP\/1\.1 200 /);
      expect(api.toLowerCase()).toContain('cache-control: no-store');
      const download = await answerTo(`GET ${host}${link} HTTP/1.1`, 'Host: portal');
      expect(download).toMatch(/^HTTP\/1\.1 200 /);
      expect(download.endsWith('of a user')).toBe(true);
    }
    expect(await answerTo('GET http://portal HTTP/1.1', 'Host: portal')).toContain('"code":404');
  });
});

describe('decisions §9: forwarding headers of a peer that is not trusted', () => {
  test.each([
    ['nobody is', {}, '127.0.0.1', 1],
    ['another one is', { TRUST_PROXY: '10.0.0.9' }, '127.0.0.1', 1],
    ['this one is', { TRUST_PROXY: '10.0.0.9' }, '10.0.0.9', 0],
  ])('are logged once as a likely misconfiguration: %s', async (_, env, remoteAddress, times) => {
    const t = await buildTestApp({ env });
    try {
      const warn = vi.spyOn(t.server.log, 'warn');
      const ask = (headers: Record<string, string>) =>
        t.server.inject({ url: '/healthz', headers, remoteAddress });
      await ask({});
      expect(warn).not.toHaveBeenCalled();
      for (let n = 0; n < 3; n++) await ask({ 'x-forwarded-for': `203.0.113.${n}` });
      expect(warn).toHaveBeenCalledTimes(times);
      if (times > 0)
        expect(warn).toHaveBeenCalledWith({ peer: remoteAddress }, expect.stringContaining('TRUST_PROXY'));
    } finally {
      await t.close();
    }
  });
});
