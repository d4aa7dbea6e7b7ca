import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../server/testing/build-test-app.ts';
import { institutionEnv, pressLink } from '../../server/testing/institutions.ts';

describe('threats row 28: of OpenID the configured issuers’ endpoints are fetched, nothing else', () => {
  let t: TestApp;
  let issuer: Server;
  let inside: Server;
  let connections = 0;
  /** What the issuer does with the request for its configuration. */
  let answer: RequestListener = () => {};

  const listening = async (server: Server): Promise<string> => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  let own: string;
  let other: string;
  beforeAll(async () => {
    issuer = createServer((request, response) => answer(request, response));
    inside = createServer((_, response) => response.end('{}'));
    inside.on('connection', () => {
      connections += 1;
    });
    [own, other] = [await listening(issuer), await listening(inside)];
    t = await buildTestApp({ env: institutionEnv(own, 'University') });
  });
  afterAll(async () => {
    await t?.close();
    for (const server of [issuer, inside]) {
      server.closeAllConnections();
      server.close();
    }
  });
  const configuration = (of: string, more: object = {}) =>
    JSON.stringify({
      issuer: of,
      authorization_endpoint: `${own}/auth`,
      token_endpoint: `${own}/token`,
      jwks_uri: `${own}/jwks`,
      response_types_supported: ['code'],
      ...more,
    });
  const json: (body: string) => RequestListener = (body) => (_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(body);
  };

  test('a redirect of the issuer is not followed', async () => {
    answer = (_, response) => {
      response.writeHead(302, { location: `${other}/latest/meta-data/` });
      response.end();
    };
    expect((await pressLink(t)).url).toBe('/auth-redirect#error=unavailable');
    expect(connections).toBe(0);
  });

  test('a configuration of another issuer is refused, and one without end is cut', async () => {
    answer = json(configuration(other));
    expect((await pressLink(t)).url).toBe('/auth-redirect#error=unavailable');
    answer = json(configuration(own, { filler: 'x'.repeat(2_000_000) }));
    expect((await pressLink(t)).url).toBe('/auth-redirect#error=unavailable');
    expect(connections).toBe(0);
  });

  test('no request names an address: neither `redirect` nor what the callback is called with is fetched', async () => {
    answer = json(configuration(own));
    const { url, cookie } = await pressLink(t, '1', `${other}/`);
    expect(url).toMatch(`${own}/auth?`);
    const state = new URL(url).searchParams.get('state');
    const query = new URLSearchParams({ state: state ?? '', code: `${other}/`, iss: other });
    await t.inject('GET', `/api/v1/institutions/callback?${query}`, { headers: { cookie } });
    expect(connections).toBe(0);
  });
});
