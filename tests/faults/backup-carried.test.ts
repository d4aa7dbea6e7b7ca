// @module-tag guards

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../server/testing/build-test-app.ts';
import { temporaryFolder } from '../../server/testing/databases.ts';
import { havePrograms } from '../support/programs.ts';
import { vitrine } from '../support/vitrine.ts';

const PASSWORD = 'of a test';

describe('operations "It is proved by": a backup carried by others', () => {
  let t: TestApp;
  let place: Awaited<ReturnType<typeof temporaryFolder>>;
  let saved: string;
  beforeAll(async () => {
    t = await buildTestApp();
    place = await temporaryFolder();
    saved = join(place.path, 'saved');
    await t.dataset({ files: { 'a.csv': 'a,b\n', 'b.bin': 'x'.repeat(2_000_000) } });
    await t.app.settle();
    const keys = join(place.path, 'keys.json');
    expect((await vitrine({ DATA_DIR: t.folder }, 'backup', saved, '--keys', keys)).code).toBe(0);
  });
  afterAll(async () => {
    await place?.remove();
    await t?.close();
  });

  const run = (program: string, args: string[], cwd = place.path) =>
    execFileSync(program, args, {
      cwd,
      stdio: 'pipe',
      env: {
        ...process.env,
        HOME: place.path,
        RESTIC_PASSWORD: PASSWORD,
        BORG_PASSPHRASE: PASSWORD,
        BORG_RELOCATED_REPO_ACCESS_IS_OK: 'yes',
      },
    });
  async function expectRestores(folder: string): Promise<void> {
    const env = { DATA_DIR: `${folder}-data` };
    const keys = join(place.path, 'keys.json');
    expect(await vitrine(env, 'restore', folder, '--keys', keys)).toMatchObject({ code: 0, stderr: '' });
    expect(await vitrine(env, 'verify')).toMatchObject({ code: 0, stdout: /All is well/ });
  }
  const there = (program: string, packages: string) =>
    havePrograms([program], { test: `a backup carried by ${program}`, packages });

  test('by restic', async (test) => {
    test.skip(!there('restic', 'restic'));
    const repository = join(place.path, 'restic');
    run('restic', ['init', '--repo', repository]);
    run('restic', ['backup', '--repo', repository, saved]);
    const to = join(place.path, 'from-restic');
    run('restic', ['restore', 'latest', '--repo', repository, '--target', to]);
    await expectRestores(join(to, saved));
  });

  test('by borg', async (test) => {
    test.skip(!there('borg', 'borgbackup'));
    const repository = join(place.path, 'borg');
    run('borg', ['init', '--encryption=repokey', repository]);
    run('borg', ['create', `${repository}::one`, 'saved']);
    const to = join(place.path, 'from-borg');
    run('mkdir', [to]);
    run('borg', ['extract', `${repository}::one`], to);
    await expectRestores(join(to, 'saved'));
  });
});
