import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The file in which a run's processes gather what is missing. */
const LIST = 'NOT_RUN_LIST';

/**
 * Says what is not run, at once and again at the end of the run, where it is not lost among other lines.
 * @param missing what is not there, and how to get it
 * @param isWithheld a container may refuse it to whoever is in it: then CI says so, too, instead of failing
 * @throws with `CI=true`, which runs everything else
 */
export function notRun(what: string, missing: string, isWithheld = false): void {
  if (process.env.CI === 'true' && !isWithheld) throw new Error(`${missing} It is needed for: ${what}.`);
  const line = `!!! NOT RUN: ${what}. ${missing} !!!`;
  console.error(`\n${line}\n`);
  if (process.env[LIST]) appendFileSync(process.env[LIST], `${line}\n`);
}

/** The first of the set-ups, so that its end is the last: the list stands below everything else. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-not-run-'));
  const list = join(folder, 'list');
  writeFileSync(list, '');
  process.env[LIST] = list;
  return () => {
    const lines = new Set(readFileSync(list, 'utf8').split('\n').filter(Boolean));
    if (lines.size > 0) console.error(`\n${[...lines].join('\n')}\n`);
    rmSync(folder, { recursive: true, force: true });
  };
}
