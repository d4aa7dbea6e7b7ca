import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** A Debian 12 as its installer leaves it, kept from one run to the next: debootstrap takes minutes. */
const kept = fileURLToPath(new URL('../../node_modules/.cache/debian-12', import.meta.url));
const MIRROR = 'http://deb.debian.org/debian';
/** debootstrap's own choice, and what the installer adds to it. */
const MORE = '--include=ca-certificates,dbus,libpam-systemd';

function bareRoot(): string {
  if (existsSync(kept)) return kept;
  const draft = `${kept}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(dirname(draft), { recursive: true });
  execFileSync('debootstrap', [MORE, 'bookworm', draft, MIRROR], { stdio: 'pipe' });
  renameSync(draft, kept);
  return kept;
}

/** A machine of its own under systemd, with nothing but a loopback. */
export interface DebianMachine {
  /** Its root folder, as we see it. */
  root: string;
  /** Runs lines as its root, each after the one before has succeeded; gives what they say. */
  type: (lines: string) => Promise<string>;
  stop: () => Promise<void>;
}

/**
 * Boots a bare Debian 12. Packages are fetched before, since it reaches no network: what is installed there comes from
 * its own folder of downloads.
 * @param packages of each `apt-get install` that will be typed
 * @param shared a folder of ours that it sees at the same path, to read
 */
export async function bootDebian(packages: string[][], name: string, shared: string): Promise<DebianMachine> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-debian-'));
  const root = join(folder, 'root');
  execFileSync('cp', ['-a', '--reflink=auto', bareRoot(), root]);
  writeFileSync(join(root, 'etc/resolv.conf'), readFileSync('/etc/resolv.conf'));
  const within = (...args: string[]) => execFileSync('chroot', [root, ...args], { stdio: 'pipe' });
  within('apt-get', 'update');
  for (const list of packages)
    within('env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', 'install', '-y', '--download-only', ...list);
  rmSync(join(root, 'etc/resolv.conf'));
  appendFileSync(join(root, 'etc/hosts'), `127.0.0.1 localhost ${name}\n`);

  const args = ['--private-network', '--register=no', '--keep-unit', '--console=pipe', `--bind-ro=${shared}`];
  const machine = `--machine=${name.split('.')[0]}`;
  const nspawn = spawn('systemd-nspawn', ['-D', root, '-b', ...args, machine], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  nspawn.stderr.setEncoding('utf8').on('data', (piece) => {
    said += piece;
  });
  const gone = once(nspawn, 'exit');
  const init = await initOf(nspawn, () => said);
  const enter = ['-t', init, '-m', '-u', '-i', '-n', '-p', '-r', '-w', 'env', '-i'];
  const env = [
    'HOME=/root',
    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    'LANG=C.UTF-8',
  ];
  const type = async (lines: string): Promise<string> => {
    const shell = spawn('nsenter', [...enter, ...env, 'bash', '-ec', `exec 2>&1\ncd\n${lines}`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    shell.stdout.setEncoding('utf8').on('data', (piece) => {
      said += piece;
    });
    const [code] = await once(shell, 'close');
    if (code !== 0) throw new Error(`ended with ${code}:\n${lines}\n${said}`);
    return said;
  };
  await type('until systemctl is-system-running --wait 2>/dev/null; do sleep 0.2; done');
  return {
    root,
    type,
    async stop() {
      nspawn.kill('SIGTERM');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The id, on this side, of the machine's first process. */
async function initOf(nspawn: ChildProcess, said: () => string): Promise<string> {
  const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');
  for (;;) {
    if (nspawn.exitCode !== null) throw new Error(`systemd-nspawn ended: ${said()}`);
    const children = read(`/proc/${nspawn.pid}/task/${nspawn.pid}/children`).split(' ').filter(Boolean);
    const init = children.find((pid) => /^NSpid:.*\t1$/m.test(read(`/proc/${pid}/status`)));
    if (init) return init;
    await sleep(50);
  }
}
