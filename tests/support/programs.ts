import { spawnSync } from 'node:child_process';
import { notRun } from './not-run.ts';

const found = new Map<string, boolean>();

/**
 * Whether a program that tests run beside us is there. Where it is not, that is said loudly, and CI does not accept it.
 * @param needs what is not run without it, and the Debian package that has it
 * @throws with `CI=true` when it is missing
 */
export function havePrograms(
  programs: readonly string[],
  needs: { test: string; packages: string },
): boolean {
  const missing = programs.filter((program) => {
    const known =
      found.get(program) ?? spawnSync('sh', ['-c', 'command -v "$1"', 'sh', program]).status === 0;
    found.set(program, known);
    return !known;
  });
  if (missing.length === 0) return true;
  notRun(needs.test, `Not there: ${missing.join(', ')} (Debian: ${needs.packages}).`);
  return false;
}
