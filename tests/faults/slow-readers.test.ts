// @module-tag guards
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { buildTestApp } from '../../server/testing/build-test-app.ts';
import { rowCount } from '../../server/testing/look-inside.ts';
import { onTheWire } from '../../server/testing/wire.ts';
import { publishedDocument } from '../support/document.ts';
import { pausedReaders } from '../support/paused-readers.ts';
import { startServer } from '../support/server-process.ts';

const MIB = 1024 * 1024;
const SIZE = 24 * MIB;
const READERS = 500;
/** From one address: within what one may have (threat 35). */
const PER_ADDRESS = 50;

test(`faults: slow readers: ${READERS} paused sockets cost at most 150 MB, and others still read`, {
  timeout: 120_000,
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-slow-'));
  const server = await startServer(dataDir);
  try {
    const path = await publishedDocument(server.url, SIZE);
    const fetched = async () => (await (await fetch(server.url + path)).bytes()).length;
    // Once through: code and buffers that stay are not growth by readers.
    expect(await fetched()).toBe(SIZE);
    const before = server.memory();
    const readers = await pausedReaders(Number(new URL(server.url).port), path, READERS, PER_ADDRESS);
    let most = 0;
    for (let looks = 0; looks < 20; looks++) {
      await sleep(100);
      most = Math.max(most, server.memory() - before);
    }
    console.log(`${READERS} paused readers: +${(most / 1e6).toFixed(0)} MB`);
    expect(most).toBeLessThan(150e6);
    expect(await fetched(), 'somebody else is served meanwhile').toBe(SIZE);
    readers.close();
  } finally {
    await server.end('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('faults: slow readers: who takes nothing is cut, who takes little by little is not', {
  timeout: 60_000,
}, async () => {
  const stalledAfter = 2_000;
  const t = await buildTestApp({ times: { stalledAfter } });
  try {
    const wire = await onTheWire(t);
    const { dataset } = await t.dataset({ files: { 'a.bin': new Uint8Array(SIZE) } });
    const { token } = await t.user('reader@example.org');
    const url = (await t.open(dataset.id, token)).subsetList[0]?.downloadUrl ?? '';
    const connections = () =>
      new Promise<number>((resolve) => t.server.server.getConnections((_, count) => resolve(count)));

    const readers = await pausedReaders(wire.port, url, 3);
    await expect.poll(connections, { timeout: 10 * stalledAfter }).toBe(0);
    for (const bytes of await readers.readOn()) expect(bytes).toBeLessThan(SIZE);
    await t.app.settle();
    expect(await rowCount(t, 'records where complete = 0')).toBe(1);
    expect(await rowCount(t, `records where bytes_sent < ${3 * SIZE}`)).toBe(1);

    // 3 MiB every quarter of the limit: longer than the limit in all.
    const steady = await wire.open(url);
    let got = 0;
    let next = 3 * MIB;
    for await (const piece of steady) {
      got += (piece as Buffer).length;
      if (got < next) continue;
      next += 3 * MIB;
      await sleep(stalledAfter / 4);
    }
    expect(got).toBe(SIZE);
  } finally {
    await t.close();
  }
});
