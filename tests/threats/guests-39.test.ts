import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../server/testing/build-test-app.ts';
import { openReview } from '../../server/testing/reviewer.ts';
import { contractEndpoints, nameOf, type Registered, withRoutes } from '../support/contract.ts';

/** What a guest is shown of their own version; everything else is as for anybody, or refused. */
const own = [
  'GET /api/v1/dataset/:id',
  'GET /api/v1/dataset/:id/changes',
  'GET /api/v1/dataset/:id/files',
  'GET /api/v1/dataset/:id/manifest',
];
/** Answered anew each time, or by nobody's hand but the caller's. */
const differs = ['GET /api/v1/getCaptcha', 'GET /metrics', 'GET /healthz', 'GET /readyz'];

describe('threats row 39: a guest link leaks nothing of the rest of the portal', async () => {
  const endpoints = await contractEndpoints();
  const known = new Map(endpoints.map((one) => [nameOf(one), one]));
  let t: TestApp;
  let routes: Registered[];
  let guest: Awaited<ReturnType<typeof openReview>>;
  let other: Awaited<ReturnType<typeof openReview>>;
  let published: string;
  beforeAll(async () => {
    const distFolder = fileURLToPath(new URL('../../dist', import.meta.url));
    [t, routes] = await withRoutes(() => buildTestApp({ distFolder }));
    published = (await t.dataset({ name: 'Public' })).dataset.id;
    guest = await openReview(t);
    other = await openReview(t);
  });
  afterAll(() => t.close());

  const asked = async (url: string, token?: string) => {
    const { statusCode, body } = await t.inject('GET', url, token === undefined ? {} : { token });
    // A page has a fresh nonce; a refusal an id.
    return { statusCode, body: body.replace(/nonce="[^"]*"/g, '').replace(/"requestId":"[^"]*"/g, '') };
  };
  const readable = () => [
    ...new Set(
      routes.filter(({ method }) => [method].flat().includes('GET')).map(({ url }) => url.replace(/\?$/, '')),
    ),
  ];
  const filled = (url: string, id: string) =>
    url
      .replace(/:(id|datasetId)\b/g, id)
      .replace(/:\w+/g, 'nothing')
      .replace('*', 'nothing');

  test('every public page, call, feed and format says to a guest what it says to anybody', async () => {
    const seen: string[] = [];
    for (const url of readable()) {
      const name = `GET ${url}`;
      const { who } = known.get(name) ?? { who: { kind: 'anyone' } };
      if (who.kind !== 'anyone' || differs.includes(name)) continue;
      for (const id of [published, other.id, guest.id]) {
        if (id === guest.id && own.includes(name)) continue;
        const address = filled(url, id) + (name.endsWith('/changes') ? '?from=1.0' : '');
        expect(await asked(address, guest.token), `${name} of ${id}`).toEqual(await asked(address));
      }
      seen.push(name);
    }
    expect(seen.length).toBeGreaterThan(40);
    // A draft is in none of them, and the guest's own answers are theirs alone.
    for (const name of own) expect(seen).toContain(name);
  });

  test('every other call refuses a guest, whatever the method', async () => {
    for (const endpoint of endpoints) {
      const { who, method, path } = endpoint;
      if (who.kind === 'anyone' || who.kind === 'guest') continue;
      const answer = await t.ask(method, filled(path, who.kind === 'download' ? other.id : guest.id), {
        token: guest.token,
        ...(method !== 'GET' && { body: {} }),
      });
      expect(answer.code, nameOf(endpoint)).toBe(403);
    }
  });

  test('of the own version: its page, files, manifest, changes, and downloads', async () => {
    const codes = await Promise.all(
      own.map(async (name) => {
        const address = name.slice(4).replace(':id', guest.id) + (name.endsWith('changes') ? '?from=9' : '');
        return [name, (await asked(address, guest.token)).statusCode, (await asked(address)).statusCode];
      }),
    );
    expect(codes).toEqual([
      [own[0], 200, 404],
      // No other version is public, so there is nothing to compare with.
      [own[1], 404, 404],
      [own[2], 200, 404],
      [own[3], 200, 404],
    ]);
  });

  test('a made-up guest’s token is nobody’s', async () => {
    const token = `vtg_${'x'.repeat(43)}`;
    expect((await t.ask('GET', '/api/v1/review', { token })).code).toBe(401);
    expect(await asked(`/api/v1/dataset/${guest.id}`, token)).toMatchObject({ statusCode: 404 });
    expect((await t.inject('GET', `/api/v1/download/${guest.id}/x?token=${token}.y`)).statusCode).toBe(401);
  });
});
