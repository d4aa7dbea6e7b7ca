import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dataset, Subset } from '../../contract/catalogue.ts';
import { buildTestApp, type TestApp } from '../../server/testing/build-test-app.ts';
import { onEitherDatabase, temporaryFolder } from '../../server/testing/databases.ts';
import { onTheWire, type Wire } from '../../server/testing/wire.ts';
import { randomBytes } from '../support/random.ts';

const SIZE = 12_000_000;
const DAY = 86_400_000;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

onEitherDatabase('decisions §5: replacing a file makes a new object', (database) => {
  let t: TestApp;
  let wire: Wire;
  let roots: Awaited<ReturnType<typeof temporaryFolder>>;
  const [former, next] = [randomBytes(SIZE), randomBytes(SIZE)];
  beforeAll(async () => {
    roots = await temporaryFolder();
    await mkdir(join(roots.path, 'in'));
    t = await buildTestApp({ database, env: { IMPORT_ROOTS: join(roots.path, 'in') } });
    wire = await onTheWire(t);
    await t.user('reader@example.org');
  });
  afterAll(async () => {
    await t.close();
    await roots.remove();
  });

  async function rest(answer: IncomingMessage): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of answer) pieces.push(piece as Buffer);
    return Buffer.concat(pieces);
  }

  test('a running download ends whole; resumed without a revision it is the new file, with one the old', {
    timeout: 90_000,
  }, async () => {
    const { dataset, subsetList } = await t.dataset({
      name: 'Replaced',
      files: { 'big.bin': new Uint8Array(former) },
    });
    const id = subsetList[0]?.id ?? '';
    const reader = await t.login('reader@example.org');
    const link = (await t.open(dataset.id, reader)).subsetList[0]?.downloadUrl ?? '';
    const unversioned = link.replace(/&rev=[^&]*/, '');
    const running = await wire.open(link);
    const etag = running.headers.etag ?? '';
    expect(etag).toBe(`"${sha256(former)}"`);

    const file = join(roots.path, 'in', 'next.bin');
    await writeFile(file, next);
    t.clock.now += 1_000;
    const token = await t.adminToken();
    await t.call('PUT', `/api/v1/admin/subset/${id}`, { token, body: { source: { import: file } } });
    const show = () =>
      t.call<{ dataset: Dataset; subsetList: Subset[] }>('GET', `/api/v1/admin/dataset/${dataset.id}`, {
        token,
      });
    for (let tries = 0; (await show()).subsetList[0]?.sha256 !== sha256(next); tries++) {
      expect(tries, 'hashed').toBeLessThan(600);
      await sleep(50);
    }

    // What was begun before ends as what it was begun.
    const whole = await rest(running);
    expect([whole.length, sha256(whole)]).toEqual([SIZE, sha256(former)]);

    const resume = { headers: { range: 'bytes=1000000-', 'if-range': etag } };
    const unknown = await wire.send(unversioned, resume);
    expect([unknown.status, sha256(unknown.bytes)], 'the new file, from its first byte').toEqual([
      200,
      sha256(next),
    ]);
    const known = await wire.send(link, resume);
    expect([known.status, known.headers.etag]).toEqual([206, etag]);
    expect(known.bytes.equals(former.subarray(1_000_000))).toBe(true);

    t.clock.now += 30 * DAY;
    await t.app.settle();
    const later = await t.login('reader@example.org');
    const session = (url: string) => url.replace(/token=[^&]*/, `token=${later}`);
    expect((await wire.send(session(link), resume)).status).toBe(410);
    const current = await wire.send(session(unversioned));
    expect([current.status, sha256(current.bytes)]).toEqual([200, sha256(next)]);
    const { list } = await t.call<{ list: { sha256: string; purgedAt: string | null }[] }>(
      'GET',
      `/api/v1/admin/dataset/${dataset.id}/hashes`,
      { token: await t.adminToken() },
    );
    expect(list).toMatchObject([
      { sha256: sha256(former), purgedAt: expect.any(String) },
      { sha256: sha256(next), until: null, purgedAt: null },
    ]);
  });
});
