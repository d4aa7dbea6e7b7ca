import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { notRun } from './not-run.ts';
import { havePrograms } from './programs.ts';

/** Ours are told from others', and those of dead runs from those in use, by the process in their names. */
const NAME = /^vitrine-(\d+)-/;
const LINK = /\b(vt(\d+)n\d+\w*)(?=[@:])/g;

export interface Namespace {
  /** For `ip netns exec`, and HAProxy's `namespace`. */
  name: string;
  /** By which the machine reaches what listens in it. */
  address: string;
}

export interface Network {
  namespaces: Namespace[];
  /** The machine's own address on their bridge. */
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
  for (const pid of ip('netns', 'pids', name).match(/\d+/g) ?? []) {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // Gone by itself meanwhile.
    }
  }
  ip('netns', 'delete', name);
}

/** What runs left behind that were ended before they could tidy up. */
function tidyUp(): void {
  for (const name of named()) if (isDead(NAME.exec(name)?.[1] ?? 'self')) endNamespace(name);
  // The other end of a link goes with it.
  for (const [, link = '', pid] of ip('-o', 'link').matchAll(LINK))
    if (isDead(pid) && ip('-o', 'link').includes(link)) ip('link', 'delete', link);
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

/** Namespaces with a network of their own: a bridge to this machine, private addresses, and no way to anywhere else. */
export function networkOf(count: number): Network {
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
  const bridge = `vt${pid}n${n}`;
  const namespaces = Array.from({ length: count }, (_, i) => ({
    name: `vitrine-${pid}-${n}-${i}`,
    address: `${net}.${i + 2}`,
  }));
  const remove = () => {
    for (const { name } of namespaces) if (named().includes(name)) endNamespace(name);
    if (ip('-o', 'link').includes(` ${bridge}:`)) ip('link', 'delete', bridge);
  };
  try {
    ip('link', 'add', bridge, 'type', 'bridge');
    ip('address', 'add', `${net}.1/24`, 'dev', bridge);
    ip('link', 'set', bridge, 'up');
    for (const [i, { name, address }] of namespaces.entries()) {
      const end = `${bridge}e${i}`;
      ip('netns', 'add', name);
      ip('link', 'add', end, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
      ip('link', 'set', end, 'master', bridge, 'up');
      ip('-n', name, 'address', 'add', `${address}/24`, 'dev', 'eth0');
      for (const link of ['lo', 'eth0']) ip('-n', name, 'link', 'set', link, 'up');
    }
  } catch (error) {
    remove();
    throw error;
  }
  return { namespaces, gateway: `${net}.1`, remove };
}
