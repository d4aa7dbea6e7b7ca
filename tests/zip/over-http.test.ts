import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GUARD } from '../support/guards.ts';
import { havePrograms } from '../support/programs.ts';
import { fc } from '../support/properties.ts';
import { startProxy } from '../support/tcp-proxy.ts';
import { readers } from './readers.ts';
import { noise, type Served, serveDataset, sha256 } from './served.ts';

const run = promisify(execFile);

const files = {
  'train.bin': noise(3_000_000),
  'empty.txt': noise(0),
  'naïve 数据 🙂.csv': noise(70_001),
  "it's $HOME.txt": noise(1),
  ...Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`part-${i}.bin`, noise(50_000 + i)])),
};

let served: Served;
let whole: Buffer;
beforeAll(async () => {
  served = await serveDataset(files);
  whole = (await served.wire.send((await served.now()).downloadUrl)).bytes;
});
afterAll(() => served.t.close());

describe('decisions §4: the computed ZIP over HTTP', () => {
  test('it is as long as the page says, and every reader takes out what came in', async () => {
    expect(whole).toHaveLength((await served.now()).size);
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-http-'));
    try {
      const path = join(folder, 'a.zip');
      await writeFile(path, whole);
      const expected = new Map(Object.entries(files).map(([name, bytes]) => [name, sha256(bytes)]));
      for (const reader of readers) expect(await reader.extract(path), reader.name).toEqual(expected);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  for (const [runs, options] of [
    [200, {}],
    [1_000, GUARD],
  ] as const)
    test(`${runs} random ranges equal the slices of the whole`, {
      ...options,
      timeout: 120_000,
    }, async () => {
      const { downloadUrl, size } = await served.now();
      const length = fc.oneof(fc.nat(300), fc.nat(200_000));
      await fc.assert(
        fc.asyncProperty(fc.nat(size - 1), length, async (start, more) => {
          const end = Math.min(start + more + 1, size);
          const answer = await served.wire.send(downloadUrl, {
            headers: { range: `bytes=${start}-${end - 1}` },
          });
          expect(answer.status).toBe(206);
          expect(answer.bytes.equals(whole.subarray(start, end))).toBe(true);
        }),
        { numRuns: runs },
      );
    });

  const curl = havePrograms(['curl'], { test: 'curl -C - after 50 cuts of a ZIP', packages: 'curl' });
  test.runIf(curl)('`curl -C -` after 50 cuts gives the recorded SHA-256', { timeout: 120_000 }, async () => {
    const CUTS = 50;
    const { downloadUrl, inspectionUrl, size } = await served.now();
    const proxy = await startProxy({
      target: { host: '127.0.0.1', port: served.wire.port },
      // Each connection gets through another piece; the one after the last cut gets the rest.
      onConnection: (n) => (n < CUTS ? { cutAfter: 1_000 + Math.floor((size / CUTS) * ((n % 9) / 10)) } : {}),
    });
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-cuts-'));
    const path = join(folder, 'whole.zip');
    let broke = 0;
    try {
      for (let tries = 0; tries <= CUTS; tries++) {
        const args = [
          '--fail',
          '--silent',
          '-C',
          '-',
          '-o',
          path,
          `http://127.0.0.1:${proxy.port}${downloadUrl}`,
        ];
        await run('curl', args).catch(() => broke++);
      }
      expect(broke).toBe(CUTS);
      const hash = createHash('sha256').update(await readFile(path));
      expect(hash.digest('hex')).toBe(await served.recorded(inspectionUrl));
    } finally {
      await proxy.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
