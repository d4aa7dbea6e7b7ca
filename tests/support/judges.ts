import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { notRun } from './not-run.ts';

/** Where the settings of the judges lie. */
export const judgesFolder = fileURLToPath(new URL('../judges/', import.meta.url));
const installed = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'vitrine/judges');

/**
 * The folder of the programs in tests/judges/requirements.txt, as tests/judges/install.sh put them there.
 * @param what is judged; said loudly where they are not installed, or were for another state of that file
 */
export function judges(what: string): string | undefined {
  const wanted = createHash('sha256')
    .update(readFileSync(join(judgesFolder, 'requirements.txt')))
    .digest('hex');
  try {
    if (readFileSync(join(installed, 'installed'), 'utf8').startsWith(wanted)) return join(installed, 'bin');
  } catch {
    // Never installed.
  }
  notRun(
    what,
    'Its judges are not here: run `bash tests/judges/install.sh` (Python 3 and PyPI; some minutes).',
  );
  return undefined;
}
