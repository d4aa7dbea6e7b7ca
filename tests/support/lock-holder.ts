import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';

const library = createRequire(import.meta.url).resolve('better-sqlite3');

/**
 * Another process takes SQLite's write lock, as a backup tool or a curious administrator would.
 * @param ms for how long
 * @param against whom: who writes, or everybody, as in opening and closing
 * @returns once it has the lock; `gone` when it has let go and ended
 */
export async function holdLock(
  file: string,
  ms: number,
  against: 'writers' | 'all' = 'writers',
): Promise<{ gone: Promise<unknown> }> {
  const script = `
    const database = new (require(${JSON.stringify(library)}))(${JSON.stringify(file)}, { timeout: 5000 });
    database.pragma('locking_mode = ${against === 'all' ? 'EXCLUSIVE' : 'NORMAL'}');
    database.exec('BEGIN IMMEDIATE');
    console.log('held');
    setTimeout(() => { database.exec('COMMIT'); database.close(); }, ${ms});
  `;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = once(child, 'exit');
  const [said] = await Promise.race([once(child.stdout, 'data'), gone]);
  if (String(said).trim() !== 'held') throw new Error('the lock was not taken');
  return { gone };
}
