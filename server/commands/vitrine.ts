import { Command, CommanderError, Option } from 'commander';
import { adminRoles } from '../../contract/administrators.ts';
import { vitrineVersion } from '../shared/version.ts';
import { type ExitCode, WrongUse } from './ending.ts';

const ENVIRONMENT = `
Run it with the server's environment (DATA_DIR, DATABASE_URL, PUBLIC_URL and so on; README.md, "Configuration") and as
the server's user. Ends with 0 when done, 1 when it failed, 2 when called wrongly, 130 when interrupted.`;

/** Undefined: the process goes on, as a server does. */
let ending: ExitCode | undefined = 0;

/** An action whose result is the process's exit code; what it needs is loaded when it is called. */
const ends =
  <Args extends unknown[]>(work: (...args: Args) => Promise<ExitCode | undefined>) =>
  async (...args: Args): Promise<void> => {
    ending = await work(...args);
  };

const program = new Command('vitrine')
  .description('Runs and looks after a Vitrine portal.')
  .version(vitrineVersion, '-V, --version', 'prints the version')
  // `import --version` is the dataset's.
  .enablePositionalOptions()
  .exitOverride()
  .showHelpAfterError()
  .configureHelp({ showGlobalOptions: false })
  .addHelpText('after', ENVIRONMENT);

program
  .command('start')
  .description('Starts the server; SIGTERM lets running downloads end, for 25 s at most.')
  .addHelpText(
    'after',
    '\nPrints one JSON object a line. `npm start` installs and builds what is missing first.',
  )
  .action(ends(async () => (await import('../start.ts')).start('info').then(() => undefined)));

program
  .command('import')
  .description(
    'Makes the files and folders in a folder the subsets of a new dataset, in place: nothing is copied.',
  )
  .argument('<folder>', 'lies under one of IMPORT_ROOTS')
  .requiredOption('--name <name>', 'of the dataset')
  .requiredOption('--modality <modality>', 'such as MRI')
  .option('--version <version>', 'of the dataset', '1.0')
  .option('--dry-run', 'says what would be made, and makes nothing')
  .option('--publish', 'publishes it at once; else it is a draft')
  .addHelpText('after', '\nThe server may be running or not: what is interrupted here is hashed there.')
  .action(ends(async (folder, options) => (await import('./import.ts')).importFolder(folder, options)));

program
  .command('backup')
  .description(
    'Backs the portal up while it runs: the database, then every stored file that it names, each compared with its hash.',
  )
  .argument('<folder>', 'outside DATA_DIR; new, empty, or with a former backup, which is brought up to date')
  .option('--earlier <folder>', 'a former backup on the same disk: files that it has are linked, not copied')
  .option('--encrypt-keys', "puts the portal's keys into the backup, encrypted under BACKUP_PASSPHRASE")
  .option('--keys <file>', "copies the portal's key file to another place")
  .addHelpText(
    'after',
    `
Files registered in place are named, not copied. Without --encrypt-keys the keys are left out: they belong to another
place, once, since together with the database they are worth a stolen server. manifest.json is written last; a folder
without it is no backup. An interrupted backup goes on when it is run again; two at a time to one folder are refused.`,
  )
  .action(ends(async (folder, options) => (await import('./backup.ts')).backup(folder, options)));

program
  .command('restore')
  .description('Restores a backup to an empty DATA_DIR, or to an empty database.')
  .argument('<folder>', 'with a manifest.json')
  .option(
    '--keys <file>',
    "the portal's key file; not needed if it is in the backup (BACKUP_PASSPHRASE), or with SECRET_KEY",
  )
  .addHelpText(
    'after',
    `
Whatever was ended since the backup was made would be good again: so sessions, download links, codes, access tokens,
reviewer links, invitations and unsent mails of then are ended, and downloads are closed until an owner opens them in the back office.
Whatever is interrupted is begun anew by the same command.`,
  )
  .action(ends(async (folder, options) => (await import('./backup.ts')).restoreBackup(folder, options)));

program
  .command('verify')
  .description(
    'Reads every stored file and compares it with its hash; finds rows without bytes and bytes without rows.',
  )
  .option('--sample <percent>', 'hashes only so many of the files, drawn by chance; looks for all of them')
  .addHelpText('after', '\nChanges nothing. The server may be running or not.')
  .action(ends(async (options) => (await import('./verify.ts')).verify(options)));

program
  .command('doctor')
  .description(
    'Looks at configuration, rights, keys, room, clock, database, store, mail, proxy and backup: what is wrong, and the line that mends it.',
  )
  .addHelpText(
    'after',
    '\nChanges nothing. Ends with 1 when something is wrong. The server may be running or not.',
  )
  .action(ends(async () => (await import('./doctor.ts')).doctor()));

program
  .command('migrate')
  .description('Upgrades the database to this version of Vitrine; a failing step takes all of them back.')
  .option('--check', 'says what would be done, and does nothing; ends with 1 when there is something to do')
  .addHelpText(
    'after',
    `
A snapshot of the database is made first, beside it (before-<version>.sqlite); with PostgreSQL by pg_dump. There is no
way back to an older version but that snapshot. \`start\` upgrades as well, without a snapshot.`,
  )
  .action(ends(async (options) => (await import('./migrate.ts')).migrateDatabase(options)));

const admin = program.command('admin').description('Administrators of the back office.');
admin
  .command('list')
  .description('Lists them with their roles.')
  .action(ends(async () => (await import('./admin.ts')).list()));
admin
  .command('invite')
  .description('Invites an administrator: mails a link, good once and for 7 days, and prints it.')
  .argument('<email>')
  .addOption(new Option('--role <role>', 'what they may do').choices(adminRoles).makeOptionMandatory())
  .action(ends(async (email, options) => (await import('./admin.ts')).invite(email, options)));
admin
  .command('reset')
  .description(
    'For an administrator who cannot sign in any more: prints a link, good once and for 24 hours, by which they set a new password, and ends their sessions. The audit log shows it.',
  )
  .argument('<email>')
  .option('--second-factor', 'turns two-step sign-in off, too, with its recovery codes')
  .action(ends(async (email, options) => (await import('./admin.ts')).reset(email, options)));
admin
  .command('disable')
  .description('Ends an administrator’s sessions and lets them sign in no more. Not the last owner.')
  .argument('<email>')
  .action(ends(async (email) => (await import('./admin.ts')).disable(email)));

const user = program.command('user').description('People who registered.');
user
  .command('find')
  .description('Lists those whose name, address or affiliation contains all of the words.')
  .argument('<words...>')
  .action(ends(async (words) => (await import('./user.ts')).find(words)));
user
  .command('suspend')
  .description('Ends an approved person’s access; they are told by mail, with the reason.')
  .argument('<email>')
  .requiredOption('--reason <words>', 'the person reads it')
  .action(ends(async (email, options) => (await import('./user.ts')).suspend(email, options)));
user
  .command('export')
  .description('Prints all that is stored about a person, as JSON.')
  .argument('<email>')
  .action(ends(async (email) => (await import('./user.ts')).exportPerson(email)));

async function run(): Promise<ExitCode | undefined> {
  try {
    await program.parseAsync();
    return ending;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    console.error(error instanceof Error ? error.message : error);
    return error instanceof WrongUse ? 2 : 1;
  }
}

const code = await run();
if (code !== undefined) process.exit(code);
