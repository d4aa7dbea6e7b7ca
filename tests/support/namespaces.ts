import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { notRun } from './not-run.ts';
import { havePrograms } from './programs.ts';

/** Ours are told from others', and those of dead runs from those in use, by the process in their names. */
const NAME = /^vitrine-(\d+)-/;

export interface Namespace {
  /** For `ip netns exec`, and HAProxy's `namespace`. */
  name: string;
  /** By which the others, and the hub, reach what listens in it. */
  address: string;
}

export interface Network {
  namespaces: Namespace[];
  /** The one in which their bridge is: who is in it reaches them. */
  hub: string;
  /** The hub's own address on the bridge. */
  gateway: string;
  remove: () => void;
}

function ip(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('ip', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr}`);
  return stdout;
}

const isDead = (pid = '') => !existsSync(`/proc/${pid}`);
const named = (): string[] => ip('netns', 'list').match(/^\S+/gm) ?? [];

function endNamespace(name: string): void {
  try {
    for (const pid of ip('netns', 'pids', name).match(/\d+/g) ?? []) {
      try {
        process.kill(Number(pid), 'SIGKILL');
      } catch {
        // Gone by itself meanwhile.
      }
    }
    ip('netns', 'delete', name);
  } catch (error) {
    // Another run tidies up, too.
    if (named().includes(name)) throw error;
  }
}

/** What runs left behind that were ended before they could tidy up. A link goes with the namespace of its other end. */
function tidyUp(): void {
  for (const name of named()) if (isDead(NAME.exec(name)?.[1] ?? 'self')) endNamespace(name);
}

/**
 * Whether network namespaces can be had. Where not, that is said loudly.
 * @throws with `CI=true` when a program is missing
 */
export function haveNamespaces(needs: { test: string }): boolean {
  const packages = 'iproute2, haproxy, util-linux';
  if (!havePrograms(['ip', 'haproxy', 'setpriv'], { ...needs, packages })) return false;
  const name = `vitrine-${process.pid}-tried`;
  try {
    ip('netns', 'add', name);
    ip('netns', 'delete', name);
    return true;
  } catch (error) {
    notRun(
      needs.test,
      `No network namespace can be had, which takes root: ${(error as Error).message}`,
      true,
    );
    return false;
  }
}

let made = 0;

/**
 * Namespaces with a network of their own, which has no way to anywhere else. Nothing of it is the machine's: a browser
 * breaks off what it loads, from the loopback too, when an address of its machine comes or goes (ERR_NETWORK_CHANGED).
 * @param joined the machine itself has a way into it, then; not beside browsers
 */
export function networkOf(count: number, { joined = false } = {}): Network {
  tidyUp();
  const [pid, n] = [process.pid, made++];
  // No two processes that live have the same, and one that the machine has elsewhere is passed over.
  const used = ip('-o', '-4', 'address');
  let third = (pid & 0xff) - 1;
  let net: string;
  do {
    third = (third + 1) & 0xff;
    net = `10.${128 + ((pid >> 8) & 0x7f)}.${third}`;
  } while (used.includes(` ${net}.`));
  const nameOf = (what: string | number) => `vitrine-${pid}-${n}-${what}`;
  const hub = nameOf('hub');
  const gateway = `${net}.1`;
  const namespaces = Array.from({ length: count }, (_, i) => ({
    name: nameOf(i),
    address: `${net}.${i + 2}`,
  }));
  const remove = () => {
    for (const name of [...namespaces.map(({ name }) => name), hub])
      if (named().includes(name)) endNamespace(name);
  };
  const make = (name: string) => {
    ip('netns', 'add', name);
    ip('-n', name, 'link', 'set', 'lo', 'up');
  };
  const bridged = (end: string) => ip('-n', hub, 'link', 'set', end, 'master', 'bridge', 'up');
  try {
    make(hub);
    ip('-n', hub, 'link', 'add', 'bridge', 'type', 'bridge');
    ip('-n', hub, 'address', 'add', `${gateway}/24`, 'dev', 'bridge');
    ip('-n', hub, 'link', 'set', 'bridge', 'up');
    for (const [i, { name, address }] of namespaces.entries()) {
      make(name);
      ip('-n', hub, 'link', 'add', `end${i}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
      bridged(`end${i}`);
      ip('-n', name, 'address', 'add', `${address}/24`, 'dev', 'eth0');
      ip('-n', name, 'link', 'set', 'eth0', 'up');
    }
    if (joined) {
      const own = `vt${pid}n${n}`;
      ip('link', 'add', own, 'type', 'veth', 'peer', 'name', 'machine', 'netns', hub);
      bridged('machine');
      ip('address', 'add', `${net}.254/24`, 'dev', own);
      ip('link', 'set', own, 'up');
    }
  } catch (error) {
    remove();
    throw error;
  }
  return { namespaces, hub, gateway, remove };
}
