import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { invitationLink } from '../../contract/administrators.ts';
import { type PasswordReset, resetAdministrator } from '../auth/index.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../database/index.ts';

const USAGE = `vitrine admin reset EMAIL [--second-factor]

For an administrator who cannot sign in any more: prints a link, good once and for 24 hours, by which they set a new
password, and ends their sessions. Run it with the server's environment (DATA_DIR, DATABASE_URL, PUBLIC_URL); the server
may be running or not. The audit log shows it.

  --second-factor     turns two-step sign-in off, too, with its recovery codes`;

/** Invalid command-line arguments. */
class WrongUse extends Error {}

function read(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { 'second-factor': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    });
  } catch (error) {
    throw new WrongUse((error as Error).message);
  }
}

/** The operating system's user name; a container's uid may have none. */
function account(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? ''}`.trim();
  }
}

const secondFactorWords: Record<PasswordReset['secondFactor'], string> = {
  removed: 'Two-step sign-in is off now, and its recovery codes are gone.',
  stays: 'Two-step sign-in stays on: its code is still needed. With --second-factor it is turned off, too.',
  'was off': 'Two-step sign-in was not on.',
};

function describe(done: PasswordReset, publicUrl: string): void {
  console.log(`${done.name}, ${done.role}, ${done.username}`);
  console.log(`Sessions ended: ${done.sessionsEnded}.`);
  console.log(secondFactorWords[done.secondFactor]);
  console.log(
    'Within 24 hours, this link sets a new password, once. Until then the old one, if anybody knows it, is still good.',
  );
  console.log(invitationLink(publicUrl, done.token));
}

async function reset(email: string, withSecondFactor: boolean): Promise<0 | 1> {
  const config = readConfig(process.env);
  const where = config.databaseUrl ?? join(config.dataDir, 'vitrine.sqlite');
  if (config.databaseUrl === undefined && !existsSync(where)) {
    console.error(`There is no database in ${config.dataDir}. Is DATA_DIR the server's?`);
    return 1;
  }
  const db = await openDatabase(where, (error) => console.error(error));
  try {
    const username = email.trim().toLowerCase();
    const by = `${account()} (on the server)`;
    const done = await resetAdministrator(db, username, { withSecondFactor, by, now: Date.now() });
    if (typeof done === 'object') {
      describe(done, config.publicUrl);
      return 0;
    }
    console.error(
      done === 'unknown'
        ? `There is no administrator with the address ${username}. Nothing was changed.`
        : `${username} is disabled: an owner enables the account in the back office first. Nothing was changed.`,
    );
    return 1;
  } finally {
    await db.destroy();
  }
}

async function run(args: string[]): Promise<0 | 1> {
  const { values, positionals } = read(args);
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const [what, email, ...more] = positionals;
  if (what !== 'reset') throw new WrongUse(what === undefined ? 'Say what to do.' : `There is no "${what}".`);
  if (email === undefined || more.length > 0) throw new WrongUse('Name one e-mail address.');
  return reset(email, values['second-factor'] ?? false);
}

run(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    const isUse = error instanceof WrongUse;
    console.error(error instanceof Error ? error.message : error);
    if (isUse) console.error(`\n${USAGE}`);
    process.exit(isUse ? 2 : 1);
  },
);
