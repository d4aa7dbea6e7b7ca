/**
 * `mend`: absent where all is well. `one`, `many`: what is counted. What is for a terminal stands between `\``; `{vitrine}`
 * is the command's name where the portal runs.
 */
export interface FindingWords {
  words: string;
  mend?: string;
  one?: string;
  many?: string;
}

/**
 * What the portal finds out about itself, for `vitrine doctor` and the back office: what is so, and the line that mends
 * it; for those that count, what one and what several are called. `{name}` is filled in.
 */
export const tHealth = {
  findings: {
    'config.bad': {
      words: '{problem}',
      mend: 'Correct the environment: `docs/running.md` and the `README` name the variables.',
    },
    'folder.missing': {
      words: 'There is no portal in {folder}.',
      mend: 'Set `DATA_DIR` to the server’s folder, absolute.',
    },
    'folder.owner': {
      words: '{folder} belongs to {owner}; this runs as {user}.',
      mend: '`sudo -u {owner} {vitrine} doctor`',
    },
    'folder.ok': { words: 'Only its owner reads the database, the keys and the mails.' },
    'files.readable': {
      words: '{file} can be read by others (mode {mode}).',
      mend: '`chmod {right} {file}`',
    },
    'keys.bad': { words: '{problem}', mend: '`docs/running.md`, "The keys".' },
    'keys.ok': { words: 'The keys belong to this database.' },
    'room.low': {
      words: 'Only {free} are free in {folder}; below 16 MiB nothing is taken in.',
      mend: 'Make room, or move `DATA_DIR` to a larger disk.',
    },
    'room.ok': { words: '{free} of {size} are free in {folder}.' },
    'database.away': {
      words: 'The database does not answer: {problem}',
      mend: 'Start it, or correct `DATABASE_URL`.',
    },
    'database.former': {
      words: 'The database is of a former version: {count} to do.',
      mend: '`{vitrine} migrate`',
      one: 'step',
      many: 'steps',
    },
    'database.newer': {
      words: 'The database is of a newer version of Vitrine ({migration}).',
      mend: 'Start that version. The way to this one: `docs/deployment.md`, "The way back".',
    },
    'database.new': {
      words: 'The database is empty: the first start makes the portal in it.',
      mend: 'Start the server; if it was started just now, look again in a minute.',
    },
    'database.damaged': {
      words: 'The database is damaged: {problem}',
      mend: 'Stop the portal and restore the last backup: `{vitrine} restore`',
    },
    'database.ok': { words: '{database} answers, is up to date ({migration}) and sound.' },
    'postgres.unsafe': {
      words: '{setting} is {value}: a crash loses what was acknowledged.',
      mend: 'In `postgresql.conf`, or by `ALTER SYSTEM`: `{setting} = on`',
    },
    'clock.apart': {
      words: 'The clock differs from that of {other} by {seconds} s.',
      mend: '`timedatectl set-ntp true`',
    },
    'clock.past': {
      words: 'The newest entry of the audit log lies {seconds} s in the future: the clock was set back.',
      mend: '`timedatectl set-ntp true`',
    },
    'clock.ok': { words: 'The clock is right.' },
    'servers.copy': {
      words: 'Another server, {name}, runs with a copy of this data folder.',
      mend: 'Stop the one that is not to run. To run both, first remove `instance-id` from the `DATA_DIR` of the copy.',
    },
    'servers.disk': {
      words:
        'Another server, {name}, runs on this database, and one of them keeps stored files on its own disk, which the other does not see.',
      mend: 'Stop one. For both to run, the files must move into an object store first: `docs/running.md`, "From the disk into an object store".',
    },
    'servers.place': {
      words: 'Another server, {name}, keeps the stored files in {theirs}, this one in {ours}.',
      mend: 'Give all servers the same `STORAGE_URL`.',
    },
    'servers.keys': {
      words:
        'Another server, {name}, runs on this database, and one of them has no `SECRET_KEY`: several servers need the same.',
      mend: 'Stop all, start one with `SECRET_KEY`, then the others with the same: `docs/running.md`, "Several servers".',
    },
    'servers.name': {
      words: 'Another server on this database is called {name}, too.',
      mend: 'Give each server a `SERVER_NAME` of its own.',
    },
    'servers.unnamed': {
      words:
        'Several servers run on this database, and this one has no `SERVER_NAME`: the balancer does not find the server where an upload began, so uploads fail.',
      mend: 'Give each server a `SERVER_NAME`, as the balancer calls it: `docs/scale.md`.',
    },
    'servers.former': {
      words: 'The database is of a former version, and another server, {name}, runs on it.',
      mend: 'Stop all servers, start one of the new version, and the others when it listens.',
    },
    'servers.versions': {
      words: 'Servers of different versions run on this database: {names}.',
      mend: 'Start those of the former version anew, with the new one.',
    },
    'servers.clock': {
      words: 'The clock of the server {name} differs from the database’s by {seconds} s.',
      mend: '`timedatectl set-ntp true`',
    },
    'servers.ok': {
      words: '{count} on this database: {names}.',
      one: 'server runs',
      many: 'servers run',
    },
    'store.away': {
      words: 'The object store does not answer: {problem}',
      mend: 'Check `STORAGE_URL`, `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`.',
    },
    'store.ok': { words: 'The files lie in {place}: {used}.' },
    'blobs.missing': {
      words: '{count} missing, or of another size: {name}.',
      mend: '`{vitrine} verify` names all of them. Put them back from a backup.',
      one: 'file is',
      many: 'files are',
    },
    'blobs.dangling': {
      words: '{count} used by rows, and not kept.',
      mend: '`{vitrine} verify` names them.',
      one: 'file is',
      many: 'files are',
    },
    'blobs.strays': {
      words: '{count} in the store without a row: that only takes room.',
      mend: '`{vitrine} verify` names them.',
      one: 'file is',
      many: 'files are',
    },
    'blobs.faulty': {
      words: '{count} refused to everybody, since they are damaged, changed or gone.',
      mend: '`{vitrine} verify` names them. Put them back from a backup; within a day they are looked at again.',
      one: 'file is',
      many: 'files are',
    },
    'blobs.ok': { words: '{count}, all there.', one: 'file', many: 'files' },
    'scrub.late': {
      words: '{count} not read again for over 30 days.',
      mend: 'Look at the jobs: reading has failed, or the disk is too slow.',
      one: 'file was',
      many: 'files were',
    },
    'scrub.running': { words: 'Stored files are being read again: {done} of {total} so far.' },
    'scrub.none': { words: 'No stored file is older than 30 days, nor was any read again yet.' },
    'scrub.ok': { words: 'All stored files were read again within 30 days; the last pass ended at {at}.' },
    'jobs.failed': {
      words: '{count} failed.',
      mend: 'Look at the jobs in the back office, and try them again.',
      one: 'job has',
      many: 'jobs have',
    },
    'jobs.late': {
      words: '{count} waiting for over an hour.',
      mend: 'Is the server running? Its log says what holds them up.',
      one: 'job is',
      many: 'jobs are',
    },
    'jobs.ok': {
      words: 'No job has failed or waits for long; {count} in the queue.',
      one: 'job is',
      many: 'jobs are',
    },
    'smtp.none': {
      words: 'Mails do not leave this server: they are files in the outbox of the data folder.',
      mend: '`SMTP_URL=smtp://user:password@mail.lab.example:587`',
    },
    'smtp.away': {
      words: 'The mail server does not take us: {problem}',
      mend: 'Check `SMTP_URL`: name, port, user and password.',
    },
    'smtp.ok': { words: 'The mail server at {host} takes us.' },
    'mails.failing': {
      words: '{count} not taken by any server so far.',
      mend: 'Look at the mails in the back office: each says what the server answered.',
      one: 'mail was',
      many: 'mails were',
    },
    'mails.ok': { words: 'No mail is held up; {count} to leave.', one: 'mail is', many: 'mails are' },
    'proxy.untrusted': {
      words:
        'A proxy at {address} was seen that `TRUST_PROXY` does not name: all its visitors count as one address.',
      mend: '`TRUST_PROXY={address}`',
    },
    'url.plain': {
      words: '`PUBLIC_URL` is {url}: without https, passwords and sessions travel in clear.',
      mend: 'Put Caddy or nginx in front, and set `PUBLIC_URL=https://…`',
    },
    'url.default': {
      words: '`PUBLIC_URL` is not set: links in mails lead to {url}.',
      mend: '`PUBLIC_URL=https://data.lab.example`',
    },
    'limits.off': {
      words: 'The limits per time are off.',
      mend: 'Take `RATE_LIMIT_FACTOR=0` out of the environment.',
    },
    'captcha.off': {
      words: 'The proof of work is off: robots register for nothing.',
      mend: 'Take `CAPTCHA_EFFORT=0` out.',
    },
    'admin.none': {
      words: 'There is no administrator yet.',
      mend: 'Start the server: it prints a link that makes the first one.',
    },
    'admin.password': {
      words: '`ADMIN_PASSWORD` is in the environment, and no longer looked at.',
      mend: 'Take `ADMIN_EMAIL` and `ADMIN_PASSWORD` out of the environment.',
    },
    'admin.factor': {
      words: '{count} without two-step sign-in.',
      mend: 'Each turns it on in the back office, under their name.',
      one: 'owner is',
      many: 'owners are',
    },
    'admin.institutions': { words: 'Administrators may also sign in with {names}.' },
    'admin.links': {
      words: '{count} to an institution that `OIDC_ADMINS` does not name: it signs nobody in.',
      mend: 'Name it in `OIDC_ADMINS`, or have them unlink it under their name.',
      one: 'administrator is linked',
      many: 'administrators are linked',
    },
    'backup.never': { words: 'There was no backup yet.', mend: '`{vitrine} backup /backup/portal`' },
    'backup.old': {
      words: 'The last backup is {days} days old.',
      mend: '`{vitrine} backup /backup/portal`, every night by a timer',
    },
    'backup.lost': {
      words: '{count} missing in the last backup.',
      mend: '`{vitrine} verify` names what is damaged.',
      one: 'file was',
      many: 'files were',
    },
    'backup.ok': {
      words: 'The last backup is of {at}: {count}, each compared with its hash.',
      one: 'file',
      many: 'files',
    },
    'restored.closed': {
      words: 'The portal was restored from a backup, and downloads are closed.',
      mend: 'An owner opens them on the home page of the back office.',
    },
  },
  /** By what stands before the point of an id. */
  areas: {
    config: 'Configuration',
    folder: 'Rights',
    files: 'Rights',
    keys: 'Keys',
    room: 'Disk',
    store: 'Storage',
    blobs: 'Stored files',
    scrub: 'Integrity',
    database: 'Database',
    postgres: 'Database',
    clock: 'Clock',
    servers: 'Servers',
    jobs: 'Queue',
    smtp: 'Mail server',
    mails: 'Mails',
    proxy: 'Proxy',
    url: 'Address',
    limits: 'Limits',
    captcha: 'Captcha',
    admin: 'Administrators',
    backup: 'Backup',
    restored: 'Downloads',
  },
  states: { ok: 'In order', warn: 'Worth a look', bad: 'Wrong' },
  servers: {
    title: 'Servers',
    /** One of them; `downloads` as counted below. */
    is: (version: string, since: string, downloads: string) =>
      `Vitrine ${version}, running since ${since}; sends ${downloads}.`,
    own: 'It answers you.',
    seen: (time: string) => `Its last sign came at ${time}.`,
    one: 'download',
    many: 'downloads',
  },
  again: 'Look again',
  looking: 'Looking …',
  failed: 'This could not be found out. Please try again.',
  versions: (vitrine: string, node: string, database: string) =>
    `Vitrine ${vitrine}, Node ${node}, ${database}.`,
  since: (time: string) => `Running since ${time}.`,
};
