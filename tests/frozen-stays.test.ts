// @module-tag guards
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Dataset } from '../contract/catalogue.ts';
import { manifestUrl } from '../contract/manifest.ts';
import { PASSWORD } from '../server/testing/build-test-app.ts';
import { freshDatabase, temporaryFolder } from '../server/testing/databases.ts';
import { freshPlace, onObjectStore } from '../server/testing/object-store.ts';
import { LONG } from './support/guards.ts';
import { approvedUser } from './support/person.ts';
import { postgresClientPath } from './support/postgres-client.ts';
import { adminTokenOf, callServer, startServer } from './support/server-process.ts';
import { vitrine } from './support/vitrine.ts';

const READER = 'reader@example.org';
const FILES = { 'a.csv': 'a,b\n1,2\n', 'b c.bin': 'x'.repeat(700_000), 'é.txt': '5' };
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Publishes and freezes. */
async function frozen(url: string): Promise<string> {
  const token = await adminTokenOf(url);
  const form = new FormData();
  for (const [key, value] of Object.entries({ name: 'Stays', version: '1.0', modalityName: 'MRI' }))
    form.append(key, value);
  for (const [name, content] of Object.entries(FILES)) form.append('subsets', new Blob([content]), name);
  const headers = { authorization: `Bearer ${token}` };
  const added = await fetch(`${url}/api/v1/admin/addDataset`, { method: 'POST', body: form, headers });
  const { id } = ((await added.json()) as { data: Dataset }).data;
  const body = { status: 'published', freeze: true };
  await callServer(url, 'PUT', `/api/v1/admin/updateDataset/${id}`, { token, body });
  for (;;) {
    const { dataset } = await callServer<{ dataset: Dataset }>(url, 'GET', `/api/v1/dataset/${id}`);
    if (dataset.releaseHash !== null) return id;
    await sleep(200);
  }
}

/** Everything that a citation of the version relies on. */
async function seen(url: string, id: string, token: string) {
  const open = () =>
    callServer<{ dataset: Dataset }>(url, 'GET', `/api/v1/dataset/${id}`, { token }).then(
      (data) => data.dataset,
    );
  // Asked for, the ZIP's own hash is computed at once.
  const { inspectionUrl = '' } = await open();
  while ((await fetch(url + inspectionUrl)).status === 503) await sleep(200);
  const dataset = await open();
  const zip = await fetch(url + (dataset.downloadUrl ?? ''));
  const bytes = Buffer.from(await zip.arrayBuffer());
  const manifest = await (await fetch(url + manifestUrl(id))).text();
  expect([zip.status, sha256(bytes), sha256(Buffer.from(manifest))]).toEqual([
    200,
    dataset.sha256,
    dataset.releaseHash,
  ]);
  return {
    zip: sha256(bytes),
    length: zip.headers.get('content-length'),
    etag: zip.headers.get('etag'),
    digest: zip.headers.get('repr-digest'),
    releaseHash: dataset.releaseHash,
    manifest,
  };
}

/** @param place the environment of a portal, with an empty database and an empty store */
async function stays(
  place: () => Promise<{ env: Record<string, string>; drop: () => Promise<void> }>,
  path: string,
) {
  const folder = await temporaryFolder();
  const [from, to] = [await place(), await place()];
  const [dataDir, restored] = [join(folder.path, 'data'), join(folder.path, 'restored')];
  let server = await startServer(dataDir, from.env);
  try {
    const id = await frozen(server.url);
    const first = await seen(server.url, id, await approvedUser(server.url, dataDir, READER));
    const signIn = async () => {
      const body = { email: READER, password: PASSWORD };
      return (await callServer<{ token: string }>(server.url, 'POST', '/api/v1/login', { body })).token;
    };

    await server.end('SIGKILL');
    server = await startServer(dataDir, from.env);
    expect(await seen(server.url, id, await signIn()), 'after a restart').toEqual(first);

    const [saved, keys] = [join(folder.path, 'saved'), join(folder.path, 'keys.json')];
    const made = await vitrine(
      { DATA_DIR: dataDir, PATH: path, ...from.env },
      'backup',
      saved,
      '--keys',
      keys,
    );
    expect([made.code, made.stderr]).toEqual([0, '']);
    await server.end();
    const back = await vitrine(
      { DATA_DIR: restored, PATH: path, ...to.env },
      'restore',
      saved,
      '--keys',
      keys,
    );
    expect([back.code, back.stderr]).toEqual([0, '']);
    server = await startServer(restored, to.env);
    const token = await adminTokenOf(server.url);
    await callServer(server.url, 'POST', '/api/v1/admin/restored/open', { token });
    expect(await seen(server.url, id, await signIn()), 'after a restore').toEqual(first);
    return first;
  } finally {
    await server.end('SIGKILL');
    await from.drop();
    await to.drop();
    await folder.remove();
  }
}

describe('releases "Freezing": ZIP, ETag and hashes of a frozen version', { timeout: 180_000 }, () => {
  const own = async () => ({ env: {}, drop: async () => {} });

  // The one below looks at this, too, where there is an object store.
  test('the same after a restart and a restore', LONG, async () => {
    await stays(own, process.env.PATH ?? '');
  });

  onObjectStore('on PostgreSQL and an object store', () => {
    test('the same after a restart and a restore; ZIP and release hash are those of SQLite and the disk', async (t) => {
      const client = postgresClientPath('backup of a frozen version on PostgreSQL');
      t.skip(client === undefined);
      const { zip, releaseHash } = await stays(async () => {
        const { url = '', drop } = await freshDatabase('PostgreSQL');
        const { env } = await freshPlace();
        return { env: { ...env, DATABASE_URL: url }, drop };
      }, client ?? '');
      const plain = await stays(own, process.env.PATH ?? '');
      expect([plain.zip, plain.releaseHash]).toEqual([zip, releaseHash]);
    });
  });
});
