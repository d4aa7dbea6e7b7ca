/** @module-tag guards */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { buildTestApp } from '../server/testing/build-test-app.ts';
import { judges, judgesFolder } from './support/judges.ts';
import { schemathesis } from './support/schemathesis.ts';

const run = promisify(execFile);
/** Not a dependency: 40 MB that one test needs. */
const SPECTRAL = '@stoplight/spectral-cli@6.16.3';

const programs = judges('Schemathesis and Spectral on the OpenAPI document');

describe.runIf(programs)('releases.md, "What machines read": OpenAPI before its judges', () => {
  test('Spectral finds no error and no warning', async () => {
    const t = await buildTestApp();
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-spectral-'));
    try {
      const document = join(folder, 'openapi.json');
      await writeFile(document, (await t.inject('GET', '/api/openapi.json')).body);
      const { stdout } = await run('npx', [
        ...['--yes', SPECTRAL, 'lint', document, '--fail-severity=warn'],
        ...['--ruleset', join(judgesFolder, 'spectral.yaml')],
      ]).catch((error) => ({ stdout: `${error.stdout}${error.stderr}` }));
      expect(stdout).toContain('No results with a severity of');
    } finally {
      await rm(folder, { recursive: true, force: true });
      await t.close();
    }
  });

  test(
    'Schemathesis: nobody, a user, an administrator: no 5xx, no undocumented answer',
    () => schemathesis(programs ?? '', 1),
    1_200_000,
  );
});
