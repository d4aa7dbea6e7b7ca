import { connect } from 'node:net';
import { expect } from 'vitest';
import type { Dataset, Subset } from '../../contract/catalogue.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { type DatabaseKind, freshDatabase } from '../../server/testing/databases.ts';
import { rawForm } from '../../server/testing/forms.ts';
import { contractEndpoints, nameOf } from './contract.ts';
import { approvedUser } from './person.ts';
import { fc, seed } from './properties.ts';
import { type Published, published } from './published.ts';
import { type Ask, type RawSent, rawClient } from './raw-client.ts';
import { adminTokenOf, callServer } from './server-process.ts';

/** Calls that end the session which the other cases need. */
const endsSession = /logout|changePassword|account$|administrators\/:id|totp/;

/** Text as attackers and broken clients send it. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '',
    '\u0000',
    '\ud800',
    '../../etc/passwd',
    "' or 1=1--",
    '%',
    '%00',
    '💥',
    '__proto__',
    'constructor',
  ),
  fc.string({ minLength: 2_000, maxLength: 6_000 }),
);
const odd = fc.oneof(
  text,
  fc.integer(),
  fc.double(),
  fc.constantFrom<unknown>(
    null,
    true,
    [],
    {},
    [[]],
    { toString: 1 },
    Number.POSITIVE_INFINITY,
    -0,
    Number.MAX_SAFE_INTEGER + 2,
  ),
  fc.jsonValue(),
);

const keysOf = (schema: unknown): string[] => {
  const { shape } = (schema ?? {}) as { shape?: Record<string, unknown> };
  return Object.keys(shape ?? {});
};

/** Named fields with odd values, now and then a name that nobody knows. */
const record = (keys: string[], value: fc.Arbitrary<unknown>) =>
  fc.dictionary(fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...keys, 'x') }, text), value, {
    maxKeys: 6,
  });

const encoded = (value: unknown): string => encodeURIComponent(String(value).toWellFormed());

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';

interface Target {
  d: Published;
  ask: Ask;
}

async function expectNoFault(
  ask: Ask,
  method: Method,
  url: string,
  sent: RawSent,
  name: string,
): Promise<void> {
  const answer = await ask(method, url, sent);
  if (answer.status >= 500) throw new Error(`${name} answered ${answer.status}: ${answer.body}`);
}

const bearer = (token: string | undefined): Record<string, string> =>
  token ? { authorization: `Bearer ${token}` } : {};

/** As many lanes as keep the server busy while the next case is thought up. */
const LANES = 4;

async function inLanes<T extends [unknown, ...unknown[]]>(
  property: () => fc.IAsyncProperty<T>,
  runs: number,
): Promise<void> {
  const options = { numRuns: Math.ceil(runs / LANES), endOnFailure: true };
  // With one seed, all lanes would ask the same.
  const lanes = Array.from({ length: LANES }, (_, lane) => ({ ...options, seed: seed + lane }));
  await Promise.all(lanes.map((lane) => fc.assert(property(), lane)));
}

/** Every call of the contract, by nobody, a user and an administrator, with odd paths, queries and bodies. */
async function calls({ d, ask }: Target, runs: number): Promise<void> {
  const endpoints = (await contractEndpoints()).filter((one) => !endsSession.test(one.path));
  const { url } = d.server;
  const tokens = [
    undefined,
    await approvedUser(url, d.dataDir, 'malformed@example.org'),
    await adminTokenOf(url),
  ];
  const one = (endpoint: Endpoint) =>
    fc.record({
      endpoint: fc.constant(endpoint),
      token: fc.constantFrom(...tokens),
      params: fc.array(text, { minLength: 4, maxLength: 4 }),
      query: record(keysOf(endpoint.query), fc.oneof(text, fc.constantFrom('1', 'asc', '2026-01-01'))),
      body: fc.oneof({ weight: 4, arbitrary: record(keysOf(endpoint.body), odd) }, fc.jsonValue()),
    });
  const cases = fc.oneof(...endpoints.map(one));
  await inLanes(
    () =>
      fc.asyncProperty(cases, async ({ endpoint, token, params, query, body }) => {
        let at = 0;
        const path = endpoint.path.replace(/:\w+|\*/g, () => encoded(params[at++] ?? ''));
        const search = Object.entries(query).map(([key, value]) => `${encoded(key)}=${encoded(value)}`);
        const sent = { body: JSON.stringify(body) ?? 'null', type: { 'content-type': 'application/json' } };
        const headers = bearer(token);
        await expectNoFault(
          ask,
          endpoint.method,
          `${path}?${search.join('&')}`,
          endpoint.method === 'GET'
            ? { headers }
            : { headers: { ...headers, ...sent.type }, body: sent.body },
          nameOf(endpoint),
        );
      }),
    runs,
  );
}

/** Downloads that are there, with odd headers and revisions; and ones that are not. */
async function downloads({ d, ask }: Target, runs: number): Promise<void> {
  const { url: server } = d.server;
  const token = await approvedUser(server, d.dataDir, 'downloads@example.org');
  const shown = await callServer<{ dataset: Dataset; subsetList: Subset[] }>(
    server,
    'GET',
    `/api/v1/dataset/${d.datasetId}`,
    { token },
  );
  const links = [shown.dataset, ...shown.subsetList].map((row) => row.downloadUrl ?? '');
  const printable = fc.string({
    unit: fc.integer({ min: 0x20, max: 0x7e }).map((c) => String.fromCharCode(c)),
  });
  const value = fc.oneof(
    printable,
    fc.constantFrom(
      'bytes=0-',
      'bytes=-0',
      'bytes=5-1',
      'bytes=0-0,5-9',
      'bytes=99999999999999999999-',
      '"',
      'W/"x"',
      '*',
    ),
    fc.tuple(fc.integer(), fc.integer()).map(([a, b]) => `bytes=${a}-${b}`),
  );
  const names = [
    'range',
    'if-range',
    'if-match',
    'if-none-match',
    'authorization',
    'if-modified-since',
    'accept',
  ];
  await inLanes(
    () =>
      fc.asyncProperty(
        fc.oneof(
          fc.constantFrom(...links),
          text.map((path) => `/api/v1/download/${d.datasetId}/${encoded(path)}?token=${token}`),
          text.map((rev) => `${(links[0] ?? '').replace(/rev=[^&]*/, '')}&rev=${encoded(rev)}`),
          text.map((given) => (links[0] ?? '').replace(/token=[^&]*/, `token=${encoded(given)}`)),
        ),
        fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 3 }),
        fc.constantFrom<Method>('GET', 'HEAD'),
        (url, headers, method) => expectNoFault(ask, method, url, { headers }, url),
      ),
    runs,
  );
}

/** Multipart bodies that are broken in every place where one can break. */
async function forms({ d, ask }: Target, runs: number): Promise<void> {
  const headers = bearer(await adminTokenOf(d.server.url));
  const fields = [
    'name',
    'version',
    'modalityName',
    'path',
    'samples',
    'desc',
    'archive',
    'subsets',
    'sort',
    'x',
  ];
  const part = fc.record({
    headers: fc.oneof(
      fc
        .tuple(fc.constantFrom(...fields), fc.option(text))
        .map(
          ([field, file]) =>
            `Content-Disposition: form-data; name="${field}"${file === null ? '' : `; filename="${file}"`}`,
        ),
      text,
    ),
    content: text,
  });
  await inLanes(
    () =>
      fc.asyncProperty(
        fc.array(part, { maxLength: 4 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom<[Method, string]>(
          ['POST', '/api/v1/admin/addDataset'],
          ['PUT', `/api/v1/admin/updateDataset/${d.datasetId}`],
          ['POST', `/api/v1/admin/addSubsets/${d.datasetId}`],
        ),
        async (parts, share, [method, url]) => {
          const { type, body } = rawForm(...parts);
          // Cut short as often as whole.
          const cut = share < 0.5 ? body : body.slice(0, Math.floor(body.length * share));
          await expectNoFault(
            ask,
            method,
            url,
            { headers: { ...headers, 'content-type': type }, body: cut },
            url,
          );
        },
      ),
    runs,
  );
}

/** Bytes on a socket that are hardly HTTP: each is answered with a status below 500, or the connection is closed. */
async function bytes({ d }: Target, runs: number): Promise<void> {
  const line = fc.oneof(
    text,
    fc.constantFrom(
      'GET / HTTP/1.1',
      'GET /api/v1/datasets HTTP/1.1',
      'Host: x',
      'Content-Length: 5',
      'Content-Length: -1',
    ),
    fc.constantFrom(
      'Transfer-Encoding: chunked',
      'Expect: 100-continue',
      'Upgrade: websocket',
      'ffffffffffffffff',
      '0',
      '',
    ),
  );
  const port = Number(new URL(d.server.url).port);
  await inLanes(
    () =>
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 8 }), async (lines) => {
        const said = await new Promise<string>((resolve) => {
          const socket = connect(port, '127.0.0.1');
          let answer = '';
          socket.on('data', (chunk) => {
            answer += chunk.toString('latin1');
          });
          socket.on('error', () => resolve(answer));
          socket.on('close', () => resolve(answer));
          socket.end(`${lines.join('\r\n')}\r\n\r\n`);
        });
        const statuses = [...said.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
        if (statuses.some((status) => status >= 500)) throw new Error(said);
      }),
    runs,
  );
}

/**
 * faults.md, "malformed input": no 5xx, no exit, memory under 512 MB. The server is a process of its own, so that its
 * memory is its own.
 */
export async function malformedInput(runs: number, database: DatabaseKind): Promise<void> {
  const db = await freshDatabase(database);
  const d = await published(1_000, db.url ? { DATABASE_URL: db.url } : {});
  const { server } = d;
  const client = rawClient(server.url);
  try {
    for (const family of [calls, downloads, forms, bytes]) await family({ d, ask: client.ask }, runs);
    expect(server.child.exitCode, server.said()).toBeNull();
    expect((await client.ask('GET', '/readyz')).status).toBe(200);
    // Garbage counts in it, up to 200 MiB at some moments, until ordinary requests let it be collected: what is held is
    // judged.
    const afterVisits = async () => {
      for (let n = 0; n < 500; n++) await client.ask('GET', '/api/v1/datasets');
      return server.memory();
    };
    await expect.poll(afterVisits, { timeout: 120_000 }).toBeLessThan(512 * 1024 * 1024);
  } finally {
    client.end();
    await d.close();
    await db.drop();
  }
}
