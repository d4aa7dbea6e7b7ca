// @module-tag guards
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { administrator, type TestAdministrator } from '../../server/testing/administrators.ts';
import { decide, setPolicy } from '../../server/testing/applicants.ts';
import { PASSWORD } from '../../server/testing/build-test-app.ts';
import { sql } from '../../server/testing/look-inside.ts';
import { onObjectStore } from '../../server/testing/object-store.ts';
import { askForRequests } from '../../server/testing/requests.ts';
import { type TwoServers, twoServers } from '../../server/testing/two-servers.ts';

const distFolder = fileURLToPath(new URL('../../dist', import.meta.url));
const [ADA, BOB, CID] = ['ada@example.org', 'bob@example.org', 'cid@example.org'] as const;
const NEW_PASSWORD = 'eight copper bells behind the mill';
/** ms between two looks at everything. */
const STEP = 500;

onObjectStore('operations.md "Several servers": a change at one server', () => {
  let two: TwoServers;
  const people: Record<string, { id: string; token: string }> = {};
  let curator: TestAdministrator;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    two = await twoServers({
      distFolder,
      async prepare(a) {
        for (const email of [ADA, BOB, CID]) people[email] = await a.user(email);
        curator = await administrator(a, 'curator', 'curator@lab.example');
        const fields = { detail: 'A former description.', modalityName: 'MRI' };
        for (const name of ['Seen', 'Hidden', 'Gone', 'Withdrawn', 'Purged', 'Asking'])
          ids[name] = (await a.dataset({ name: `Former ${name}`, fields })).dataset.id;
        ids.Coming = (await a.dataset({ name: 'Coming', status: 'draft' })).dataset.id;
        await a.app.settle();
        const restored = JSON.stringify({ snapshotAt: 1, restoredAt: 2 });
        await sql(a, `insert into secrets (name, value) values ('restored', '${restored}')`);
      },
    });
  });
  afterAll(() => two?.close());

  const idOf = (name: string) => ids[name] ?? '';
  const person = (email: string) => people[email] ?? { id: '', token: '' };
  const update = async (id: string, body: object) =>
    two.a.call('PUT', `/api/v1/admin/updateDataset/${id}`, { token: await two.a.ownToken(), body });
  /** What the second server answers. */
  const statusAt = async (url: string, token?: string) =>
    (await two.b.inject('GET', url, token === undefined ? {} : { token })).statusCode;
  /** A link to a file, given by the second server. */
  const linkTo = async (name: string, email: string) =>
    (await two.b.open(idOf(name), person(email).token)).subsetList[0]?.downloadUrl ?? '';

  test('downloads of a restored portal that are opened at one server are open at the other', async () => {
    const url = await linkTo('Seen', ADA);
    expect(await statusAt(url)).toBe(503);
    await two.a.call('POST', '/api/v1/admin/restored/open', { token: await two.a.ownToken() });
    expect(await statusAt(url)).toBe(200);
  });

  test('what ends somebody’s access holds at the other server’s next request', async () => {
    const { a, b } = two;
    const links = {
      withdrawn: await linkTo('Withdrawn', ADA),
      purged: await linkTo('Purged', ADA),
      asking: await linkTo('Asking', ADA),
      suspended: await linkTo('Seen', BOB),
    };
    for (const url of Object.values(links)) expect(await statusAt(url)).toBe(200);
    const owner = await a.ownToken();
    await update(idOf('Withdrawn'), { status: 'withdrawn', reason: 'It was wrong.' });
    expect(await statusAt(links.withdrawn), 'a withdrawn version').toBe(410);
    await a.call('DELETE', `/api/v1/admin/dataset/${idOf('Purged')}`, { token: owner });
    expect(await statusAt(links.purged), 'one in the trash').toBe(404);
    await askForRequests(a, idOf('Asking'));
    expect(await statusAt(links.asking), 'one that asks for a request now').toBe(403);
    await decide(a, person(BOB).id, 'suspended', { reason: 'For the test.' });
    expect(await statusAt(links.suspended), 'a suspended user').toBe(403);

    expect(await statusAt('/api/v1/userInfo', person(CID).token)).toBe(200);
    const other = await a.login(CID);
    await a.call('POST', '/api/v1/logout', { token: other });
    expect(await statusAt('/api/v1/userInfo', other), 'an ended session').toBe(401);
    const third = await b.login(CID);
    await a.call('POST', '/api/v1/changePassword', {
      token: person(CID).token,
      body: { oldPassword: PASSWORD, newPassword: NEW_PASSWORD },
    });
    expect(await statusAt('/api/v1/userInfo', third), 'a session before the new password').toBe(401);
    const login = async (password: string) =>
      (await b.ask('POST', '/api/v1/login', { body: { email: CID, password } })).code;
    expect([await login(PASSWORD), await login(NEW_PASSWORD)]).toEqual([400, 200]);

    const list = '/api/v1/admin/datasetList';
    expect(await statusAt(list, curator.token)).toBe(200);
    const changeAdmin = (body: object) =>
      a.call('PUT', `/api/v1/admin/administrators/${curator.id}`, { token: owner, body });
    await changeAdmin({ disabled: true });
    expect(await statusAt(list, curator.token), 'a disabled administrator').toBe(401);

    await setPolicy(a, { mode: 'rules', domains: ['lab.example'] });
    expect(
      await b.call('GET', '/api/v1/admin/approvalPolicy', { token: await b.adminToken() }),
    ).toMatchObject({ mode: 'rules', domains: ['lab.example'] });
  });

  test('what everybody sees is right at the other server within 10 s, through all of its caches', async () => {
    const { a, b } = two;
    const [seen, hidden, gone, coming] = [idOf('Seen'), idOf('Hidden'), idOf('Gone'), idOf('Coming')];
    type Look = [url: string, isNew: (body: string, status: number) => boolean];
    const has =
      (...texts: string[]) =>
      (body: string) =>
        texts.every((text) => body.includes(text));
    const of = (path: string) => `/api/v1/dataset/${seen}${path}`;
    const looks: Look[] = [
      ['/', has('Renamed', 'Another portal', 'Magnetism', 'A new description', coming)],
      [`/datasetDetail/${seen}`, has('Renamed', 'Another portal', 'A new description')],
      [`/datasetDetail/${hidden}`, (body) => !body.includes('train.csv')],
      ['/api/v1/datasets', has('Renamed', coming)],
      [of(''), has('Renamed', 'A new description')],
      ['/api/v1/setting', has('Another portal')],
      ['/api/v1/dict/databytype/modality', has('Magnetism')],
      ['/sitemap.xml', (body) => has(coming)(body) && !body.includes(gone)],
      ['/feed.xml', has('Renamed', 'Another portal', 'A new description')],
      ['/catalog.ttl', has('Renamed', 'Another portal', 'A new description', coming)],
      ['/catalog.jsonld', has('Renamed', 'Another portal', 'A new description', coming)],
      ['/oai?verb=ListRecords&metadataPrefix=oai_dc', has('Renamed', 'status="deleted"', coming)],
      ['/oai?verb=Identify', has('Another portal')],
      [of('/datacite.json'), has('Renamed', 'A new description')],
      [of('/datacite.xml'), has('Renamed', 'A new description')],
      [of('/croissant.json'), has('Renamed', 'A new description')],
      [of('/ro-crate-metadata.json'), has('Renamed', 'A new description')],
      [of('/usage'), (_, status) => status === 404],
      [`/api/v1/dataset/${hidden}/files`, has('"shown":false')],
      [`/api/v1/dataset/${hidden}/manifest`, (body) => !body.includes('train.csv')],
      [`/api/v1/dataset/${gone}`, (body) => body.includes('"withdrawn"')],
      ['/api/openapi.json', has('Another portal')],
    ];
    /** The pages on which the second server still shows what was. */
    async function stale(): Promise<string[]> {
      const found: string[] = [];
      for (const [url, isNew] of looks) {
        const { body, statusCode } = await b.inject('GET', url);
        if (!isNew(body, statusCode)) found.push(url);
      }
      return found;
    }
    const token = await a.ownToken();
    const entry = await a.call<object>('POST', '/api/v1/dict/data', {
      token,
      body: { dictType: 'modality', dictLabel: 'Resonance', dictValue: 'MRI' },
    });
    const { configId } = await a.call<{ configId: string }>('GET', '/api/v1/configKey/usage.isPublic', {
      token,
    });
    // Everything is kept already, and each cache was filled at another time.
    const change = a.clock.now + 20_000;
    for (a.clock.now = change - 10_000; a.clock.now < change; a.clock.now += STEP)
      expect(await stale()).toEqual(looks.map(([url]) => url));
    await update(seen, { name: 'Renamed', detail: 'A new description.' });
    await update(hidden, { filesVisible: 'approved' });
    await update(gone, { status: 'withdrawn', reason: 'It was wrong.' });
    await update(coming, { status: 'published' });
    await a.call('POST', '/api/v1/setting', { token, body: { name: 'Another portal' } });
    await a.call('PUT', '/api/v1/dict/data', { token, body: { ...entry, dictLabel: 'Magnetism' } });
    await a.call('PUT', '/api/v1/config', { token, body: { configId, configValue: 'false' } });
    while (a.clock.now < change + 10_000) {
      a.clock.now += STEP;
      await stale();
    }
    expect(await stale(), '10 s later').toEqual([]);
  });
});
