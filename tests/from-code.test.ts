// @module-tag guards
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Dataset } from '../contract/catalogue.ts';
import { PASSWORD } from '../server/testing/build-test-app.ts';
import { type BadLine, behindBadLine } from './kit/list-commands.ts';
import { LONG } from './support/guards.ts';
import { judges } from './support/judges.ts';
import { havePrograms } from './support/programs.ts';
import { callServer } from './support/server-process.ts';

const run = promisify(execFile);
const page = readFileSync(fileURLToPath(new URL('../docs/from-code.md', import.meta.url)), 'utf8');

/** The example below a heading. */
function exampleOf(heading: string): { language: string; code: string } {
  const section = page.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? '';
  const [, language = '', code = ''] = /^```(\w+)\n([\s\S]*?)^```$/m.exec(section) ?? [];
  if (code === '') throw new Error(`docs/from-code.md has no example for ${heading}`);
  return { language, code };
}

/** What each prints. */
const examples: Record<string, RegExp> = {
  pooch: /^name,value\na,1\nb,41\n/,
  pandas: /^42\n$/,
  'xarray and Zarr': /^49\.5\n$/,
  'GDAL, by rasterio': /^7\.0\n$/,
  mlcroissant: /^42\n$/,
};

/** Zarr 3, whose metadata are in `zarr.json`: dot files are left out when a folder is registered. */
const MADE = `
import numpy, rasterio, xarray
grid = numpy.broadcast_to(numpy.arange(100.0), (100, 100)).copy()
data = xarray.Dataset({"height": (("y", "x"), grid)})
data.to_zarr("grid.zarr", zarr_format=3, consolidated=True, encoding={"height": {"chunks": (20, 20), "compressors": None}})
with rasterio.open("image.tif", "w", driver="GTiff", width=64, height=64, count=1, dtype="uint8") as image:
    image.write(numpy.full((64, 64), 7, "uint8"), 1)
`;

const bin = judges('the examples of docs/from-code.md');

describe.runIf(bin)(
  'issue 18, docs/from-code.md: each example reads a gated dataset',
  { timeout: 300_000 },
  () => {
    let line: BadLine;
    let folder: string;
    let dataset: Dataset;
    let token: string;
    beforeAll(async () => {
      line = await behindBadLine();
      folder = await mkdtemp(join(tmpdir(), 'vitrine-code-'));
      const root = join(line.root, 'code');
      await mkdir(root);
      await writeFile(join(root, 'table.csv'), 'name,value\na,1\nb,41\n');
      await run(`${bin}/python`, ['-c', MADE], { cwd: root });
      dataset = await line.publish('code', '1.0');
      await line.call('PUT', `/api/v1/admin/updateDataset/${dataset.id}`, { columnsVisible: 'public' });
      const body = { name: 'script', password: PASSWORD, expiresInDays: 1 };
      ({ token } = await callServer<{ token: string }>(line.server.url, 'POST', '/api/v1/tokens', {
        token: line.token,
        body,
      }));
    }, 300_000);
    afterAll(async () => {
      await line?.close();
      await rm(folder, { recursive: true, force: true });
    });

    const as = (TOKEN: string) => ({
      cwd: folder,
      env: {
        ...process.env,
        XDG_CACHE_HOME: folder,
        CROISSANT_CACHE: join(folder, 'croissant'),
        PORTAL: `http://127.0.0.1:${line.proxy.port}`,
        ID: dataset.id,
        TOKEN,
      },
    });
    function read(heading: string, given = token) {
      const { language, code } = exampleOf(heading);
      return language === 'sh'
        ? run('bash', ['-e', '-o', 'pipefail', '-c', code], as(given))
        : run(`${bin}/python`, ['-c', code], as(given));
    }

    for (const [heading, printed] of Object.entries(examples)) {
      // Before the libraries have kept what they read. One that names the token itself, one whose library does; the others at length.
      const options = /^(pooch|mlcroissant)/.test(heading) ? {} : LONG;
      test(`${heading}: not with another token`, options, async () => {
        await expect(read(heading, `${token.slice(0, -4)}aaaa`)).rejects.toThrow(/401/);
      });
      test(`${heading}: with the token`, async () => {
        const before = line.passed();
        expect((await read(heading)).stdout).toMatch(printed);
        // One chunk of 20 × 20 numbers out of 25, and the metadata: not the whole store.
        if (heading.startsWith('xarray')) expect(line.passed() - before).toBeLessThan(0.5 * 100 * 100 * 8);
      });
    }

    test.runIf(havePrograms(['curl', 'sha256sum'], { test: 'from-code: curl', packages: 'curl' }))(
      'curl: one file, verified',
      async () => {
        expect((await read('curl')).stdout).toBe('data/table.csv: OK\n');
        await expect(read('curl', 'none')).rejects.toThrow();
      },
    );

    test.runIf(havePrograms(['aria2c', 'curl'], { test: 'from-code: aria2', packages: 'aria2, curl' }))(
      'aria2: all files',
      async () => {
        await read('aria2');
        expect(await readFile(join(folder, 'data/grid.zarr/zarr.json'), 'utf8')).toContain('height');
      },
    );
  },
);
