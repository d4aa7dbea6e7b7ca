// @module-tag guards
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Dataset, Subset } from '../contract/catalogue.ts';
import { bareEnvironment } from './support/bare-path.ts';
import { decide, registeredByMail } from './support/person.ts';
import {
  ADMIN,
  adminTokenOf,
  callServer,
  type ServerProcess,
  startServer,
} from './support/server-process.ts';

const run = promisify(execFile);
const script = fileURLToPath(new URL('../scripts/package.ts', import.meta.url));
/** It packs 250 MiB, on a machine that may be busy. */
const LONG = 600_000;

describe('operations "Deployment": the package, in an empty folder where Node alone is', {
  timeout: LONG,
}, () => {
  let folder = '';
  let unpacked = '';
  let env: Record<string, string> = {};
  let server: ServerProcess;
  const filesOf = async () => (await readdir(unpacked, { recursive: true })).sort();
  const vitrine = (...args: string[]) =>
    run('node', [join(unpacked, 'bin/vitrine.mjs'), ...args], {
      env: { ...env, DATA_DIR: join(folder, 'data') },
    });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vitrine-package-test-'));
    await run(process.execPath, [script, join(folder, 'out')]);
    const [name = ''] = await readdir(join(folder, 'out'));
    await mkdir(join(folder, 'un'));
    await run('tar', ['-xzf', join(folder, 'out', name), '-C', join(folder, 'un')]);
    unpacked = join(folder, 'un', (await readdir(join(folder, 'un')))[0] ?? '');
    expect(name).toMatch(/^vitrine-\d+\.\d+\.\d+-\w+-\w+\.tar\.gz$/);
    await mkdir(join(folder, 'bin'));
    // No npm either; and whoever would ask a registry finds a closed port.
    env = { ...bareEnvironment(join(folder, 'bin'), ['node']), npm_config_registry: 'http://127.0.0.1:9/' };
  }, LONG);
  afterAll(async () => {
    // It runs another Node, which a signal that cannot be passed on would leave behind.
    await server?.end('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  });

  test('carries the Node that it needs, and nothing for building, testing or other systems', async () => {
    const files = await filesOf();
    expect(files).toContain('node_modules/.bin/node');
    if (process.platform === 'linux') expect(files).toContain('lib/libatomic.so.1');
    const foreign = /\.(test|map)(\.ts)?$|\.d\.ts$|^(tests|web|scripts|bench)\/|(darwin|win32).*\.node$/;
    expect(files.filter((name) => foreign.test(name))).toEqual([]);
    const { devDependencies } = JSON.parse(await readFile(join(unpacked, 'package.json'), 'utf8')) as {
      devDependencies: Record<string, string>;
    };
    const packages = files.filter((name) => /^node_modules\/(@[^/]+\/)?[^/@]+$/.test(name));
    expect(packages.filter((name) => name.slice('node_modules/'.length) in devDependencies)).toEqual([]);
  });

  test('starts; people register, are approved and download; pictures are made; pages are served', async () => {
    const before = await filesOf();
    server = await startServer(
      join(folder, 'data'),
      { ADMIN_EMAIL: ADMIN.username, ADMIN_PASSWORD: ADMIN.password, NODE_COMPILE_CACHE: '' },
      { command: ['node', join(unpacked, 'bin/vitrine.mjs'), 'start'], env },
    );
    const { url } = server;
    const form = new FormData();
    for (const [key, value] of Object.entries({ name: 'Packed', version: '1', modalityName: 'MRI' }))
      form.append(key, value);
    form.append('samples', new Blob([new Uint8Array(await picture())]), 'sample.png');
    form.append('subsets', new Blob(['a,b\n1,2\n']), 'a.csv');
    const token = await adminTokenOf(url);
    const headers = { authorization: `Bearer ${token}` };
    const added = await fetch(`${url}/api/v1/admin/addDataset`, { method: 'POST', body: form, headers });
    const { data } = (await added.json()) as { data: Dataset };
    const body = { status: 'published' };
    await callServer(url, 'PUT', `/api/v1/admin/updateDataset/${data.id}`, { token, body });

    const session = await registeredByMail(url, join(folder, 'data'), 'reader@example.org');
    await decide(url, 'reader@example.org', 'approved');
    const opened = await callServer<{ dataset: Dataset; subsetList: Subset[] }>(
      url,
      'GET',
      `/api/v1/dataset/${data.id}`,
      { token: session },
    );
    expect(await (await fetch(url + opened.subsetList[0]?.downloadUrl)).text()).toBe('a,b\n1,2\n');
    const home = await (await fetch(url)).text();
    expect(home).toContain('Packed');
    for (const [path = ''] of home.matchAll(/\/(assets|static)\/[\w./-]+/g))
      expect((await fetch(url + path)).status, path).toBe(200);
    expect(home).toMatch(/\/static\/[^"]+\.(avif|webp)/);
    expect((await fetch(`${url}/admin/login`)).status).toBe(200);
    // Where it lies, the server's user may not write.
    expect(await filesOf()).toEqual(before);
  });

  test('its commands run beside it', async () => {
    expect((await vitrine('--help')).stdout).toContain('Usage: vitrine');
    const { stdout } = await vitrine('doctor');
    expect(stdout).toMatch(/^0 wrong/m);
    // There is no npx here.
    expect(stdout).toMatch(/There was no backup yet\.\n +→ vitrine backup/);
    await vitrine('backup', join(folder, 'backup'));
    expect(await readdir(join(folder, 'backup'))).toContain('manifest.json');
  });
});

async function picture(): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const background = { r: 20, g: 90, b: 120 };
  return sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .png()
    .toBuffer();
}
