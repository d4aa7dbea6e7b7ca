import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type ReadMail, readMail } from '../../server/testing/mail-file.ts';
import { freePort } from './nginx.ts';
import { notRun } from './not-run.ts';
import { havePrograms } from './programs.ts';

/** Debian's package, unpacked and not installed: an installed one would send the machine's mail from then on. */
const kept = fileURLToPath(new URL('../../node_modules/.cache/postfix', import.meta.url));
const PROGRAMS = ['apt-get', 'dpkg'];
const NEEDS = { test: 'mail by a real Postfix', packages: 'apt, dpkg' };
/** Debian's own users and groups; Postfix wants each to be another one. */
const [DAEMON, GAMES, NOBODY] = [1, 60, 65_534];

/** Whether Postfix can be had and run: its first process wants to be root. */
export function havePostfix(): boolean {
  if (process.getuid?.() === 0) return havePrograms(PROGRAMS, NEEDS);
  notRun(NEEDS.test, 'Postfix is begun by root only.');
  return false;
}

function unpacked(): string {
  if (existsSync(kept)) return kept;
  const draft = `${kept}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  execFileSync('apt-get', ['download', 'postfix'], { cwd: draft, stdio: 'pipe' });
  const [file = ''] = readdirSync(draft).filter((name) => name.endsWith('.deb'));
  execFileSync('dpkg', ['-x', file, '.'], { cwd: draft, stdio: 'pipe' });
  renameSync(draft, kept);
  return kept;
}

/** The daemons that a mail passes from the network into a mailbox here. */
const master = (port: number): string => `127.0.0.1:${port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
`;

const main = (root: string, folder: string): string => `compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
command_directory = ${root}/usr/sbin
daemon_directory = ${root}/usr/lib/postfix/sbin
shlib_directory = ${root}/usr/lib/postfix
meta_directory = ${root}/etc/postfix
import_environment = MAIL_CONFIG LD_LIBRARY_PATH
mail_owner = daemon
setgid_group = games
default_privs = nobody
myhostname = mail.example.net
mydestination =
mynetworks = 127.0.0.0/8
inet_interfaces = loopback-only
inet_protocols = ipv4
alias_maps =
alias_database =
smtpd_tls_security_level = none
smtpd_data_restrictions = sleep 1
virtual_mailbox_domains = example.org
virtual_mailbox_maps = static:all/
virtual_mailbox_base = ${folder}/mail
virtual_uid_maps = static:${NOBODY}
virtual_gid_maps = static:${NOBODY}
maillog_file = ${folder}/log
maillog_file_prefixes = ${tmpdir()}
`;

/** A mail as it lies in a mailbox, and whose that is. */
export interface DeliveredMail extends ReadMail {
  recipient: string;
}

/**
 * A real Postfix on the loopback with a queue of its own; everything to `example.org` ends in its mailboxes. It takes a
 * second for each mail, so that there is time in which something goes wrong.
 */
export async function startPostfix() {
  const root = unpacked();
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-postfix-'));
  await chmod(folder, 0o755);
  const made = async (name: string, owner: number, group = 0, mode = 0o700): Promise<void> => {
    const path = join(folder, name);
    await mkdir(path, { recursive: true });
    await chown(path, owner, group);
    await chmod(path, mode);
  };
  await made('etc', 0, 0, 0o755);
  await made('queue', 0, 0, 0o755);
  await made('queue/pid', 0, 0, 0o755);
  await made('data', DAEMON);
  await made('mail', NOBODY);
  const own = 'active bounce corrupt defer deferred flush hold incoming private saved trace';
  for (const name of own.split(' ')) await made(`queue/${name}`, DAEMON);
  await made('queue/public', DAEMON, GAMES, 0o710);
  await made('queue/maildrop', DAEMON, GAMES, 0o730);
  const port = await freePort();
  await writeFile(join(folder, 'etc/main.cf'), main(root, folder));
  await writeFile(join(folder, 'etc/master.cf'), master(port));
  const daemon = spawn(join(root, 'usr/lib/postfix/sbin/master'), ['-c', join(folder, 'etc'), '-d'], {
    env: { ...process.env, LD_LIBRARY_PATH: join(root, 'usr/lib/postfix') },
    stdio: 'ignore',
    // Its signals go to all of its processes.
    detached: true,
  });
  const gone = once(daemon, 'exit');
  const log = () => readFile(join(folder, 'log'), 'utf8').catch(() => '');
  for (let tries = 0; !(await log()).includes('daemon started'); tries++) {
    if (tries > 100 || daemon.exitCode !== null)
      throw new Error(`Postfix did not start: ${daemon.exitCode}\n${await log()}`);
    await sleep(100);
  }
  return {
    url: `smtp://127.0.0.1:${port}`,
    log,
    /** Every mail that was delivered so far. */
    async delivered(): Promise<DeliveredMail[]> {
      const box = join(folder, 'mail/all/new');
      const names = await readdir(box).catch(() => []);
      return Promise.all(
        names.map(async (name) => {
          const raw = await readFile(join(box, name), 'utf8');
          return { ...readMail(raw), recipient: /^Delivered-To: (.+?)\r?$/m.exec(raw)?.[1] ?? '' };
        }),
      );
    },
    async close(): Promise<void> {
      if (daemon.exitCode === null) process.kill(-(daemon.pid ?? 0), 'SIGTERM');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
