import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { languages } from '../texts/languages.ts';
import { buildApp } from './app.ts';
import { tell } from './commands/tell.ts';
import { readConfig } from './config.ts';
import { answerWhileUpgrading } from './upgrading.ts';

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));
/** ms for running downloads to finish after SIGTERM, and after DRAIN_SECONDS (faults.md, "SIGTERM"). */
const GRACE = 25_000;
/** ms after that for the server's row to go. */
const LEAVING = 1_000;

/**
 * Starts the server and runs until SIGTERM or SIGINT.
 * @param logLevel of the log on standard output, one JSON object a line
 */
export async function start(logLevel: string): Promise<void> {
  const config = readConfig(process.env);
  const built = languages.every((language) => existsSync(join(DIST, 'ssr', `entry-server.${language}.js`)));
  if (!built) throw new Error('The pages are not built. Run `npm run build` first.');
  let meanwhile: ReturnType<typeof answerWhileUpgrading> | undefined;
  const app = await buildApp({
    config,
    logLevel,
    distFolder: DIST,
    onUpgrade({ done, of, next }) {
      meanwhile ??= answerWhileUpgrading(config);
      if (next === undefined) console.log('The database is up to date.');
      else console.log(`Upgrading the database, step ${done + 1} of ${of}: ${next} …`);
    },
    onWaiting: (words) => console.log(words),
    // After a failed fsync the disk's contents are unknown, and a repeated fsync would succeed regardless. The next
    // start recovers.
    onFatal: (error) => {
      console.error('The server cannot go on, ending:', error);
      // Whoever waits is told first, also where the machine is busy.
      setTimeout(() => process.exit(70), 1_000);
    },
  });
  await meanwhile?.end();
  const address = await app.server.listen({ port: config.port, host: config.host });
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    // Without leaving, it would stand in the others' way until its lease lapses.
    const cut = () => Promise.race([app.leave(), sleep(LEAVING)]).finally(() => process.exit(0));
    setTimeout(cut, config.drainSeconds * 1_000 + GRACE).unref();
    const closed = app.drain().then(() => app.close());
    closed.then(
      () => process.exit(0),
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  // Whoever waits for these words may send a signal at once.
  if (config.rateLimitFactor === 0)
    console.log('The limits per time are switched off (RATE_LIMIT_FACTOR=0).');
  for (const finding of app.unsafeSettings) tell(finding);
  console.log(`Vitrine listens on ${address}`);
  if (app.firstAdminLink !== undefined) {
    console.log('There is no administrator yet. Within 24 hours, this link makes the first one, once:');
    console.log(app.firstAdminLink);
  }
}
