// @module-tag guards
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { killedDownload } from '../support/killed-download.ts';
import { havePrograms } from '../support/programs.ts';
import { type Published, published } from '../support/published.ts';
import { startProxy } from '../support/tcp-proxy.ts';

const run = promisify(execFile);
const MIB = 1024 * 1024;
const SIZE = 32 * MIB;
const CONNECTIONS = 16;

const aria2 = (url: string, folder: string, name: string) =>
  run('aria2c', [
    '--stop=100',
    `--split=${CONNECTIONS}`,
    `--max-connection-per-server=${CONNECTIONS}`,
    '--min-split-size=1M',
    // It never gives up: begun anew, it would ask for byte 0 again if that is missing, and count as another download.
    '--max-tries=0',
    '--retry-wait=1',
    '--max-overall-download-limit=12M',
    '--file-allocation=none',
    '--continue=true',
    '--quiet=true',
    `--dir=${folder}`,
    `--out=${name}`,
    url,
  ]);

/** As many people do it: 16 connections, and the same command again when it gives up. */
async function fetched(url: string, folder: string, name: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await aria2(url, folder, name);
      return;
    } catch (error) {
      if (tries === 30) throw error;
      await sleep(500);
    }
  }
}

const hashOf = async (file: string) =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex');

const fromTheStart = (head: string) => !/^range: bytes=[1-9]/im.test(head);

async function settled(d: Published, count: number) {
  await expect
    .poll(async () => (await d.records()).filter(({ complete }) => complete).length, { timeout: 15_000 })
    .toBe(count);
  return d.records();
}

const haveAria2 = havePrograms(['aria2c'], { test: 'downloads by 16 connections', packages: 'aria2' });
if (haveAria2) {
  test('§5: 16 connections with cuts, two users at once and a restart in between: one whole record each', {
    timeout: 120_000,
  }, async () => {
    const d = await published(SIZE);
    const port = () => Number(new URL(d.server.url).port);
    // Every third connection breaks somewhere in its first 3 MiB, but those that carry byte 0: who loses that when all
    // else has gone out begins again, and that is another download (decisions §5).
    const proxy = await startProxy({
      target: { host: '127.0.0.1', port: port() },
      onConnection: (n) =>
        n % 3 === 1 ? { cutAfter: ((n * 377_777) % (3 * MIB)) + 1_000, spares: fromTheStart } : {},
    });
    try {
      const links = [await d.link('one@example.org'), await d.link('two@example.org')];
      const running = links.map((link, i) =>
        fetched(`http://127.0.0.1:${proxy.port}${link}`, d.dataDir, `${i}.bin`),
      );
      await sleep(1_000);
      // What runs may end, what comes is refused until it is back.
      await d.restart('SIGTERM');
      proxy.retarget({ host: '127.0.0.1', port: port() });
      await Promise.all(running);
      for (const i of links.keys()) expect(await hashOf(join(d.dataDir, `${i}.bin`))).toBe(d.sha256);
      const records = await settled(d, 2);
      expect(records.map(({ email }) => email).sort()).toEqual(['one@example.org', 'two@example.org']);
      expect(proxy.connections()).toBeGreaterThan(2 * CONNECTIONS);
      for (const record of records) {
        expect(record).toMatchObject({ complete: true, totalBytes: SIZE });
        // Beyond the file: what a cut connection held on its way, and had to be fetched again.
        expect(record.bytesSent).toBeGreaterThanOrEqual(SIZE);
      }
    } finally {
      await proxy.close();
      await d.close();
    }
  });
}

test('faults: kill -9 in a download, resumed with Range and If-Range: equal, one record, right to 2 s', {
  timeout: 120_000,
}, async () => {
  const d = await published(24 * MIB);
  try {
    for (let n = 0; n < 2; n++) await killedDownload(d, n);
  } finally {
    await d.close();
  }
});
