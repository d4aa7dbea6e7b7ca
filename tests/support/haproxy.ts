import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './nginx.ts';

/** Where Debian puts it; not on everybody's path. */
export const HAPROXY = '/usr/sbin/haproxy';

export interface Balanced {
  /** SERVER_NAME. */
  name: string;
  /** Host and port. */
  address: string;
}

export interface Balancer {
  url: string;
  port: number;
  pid: number;
  /** What it has logged: requests and servers' states. */
  said: () => Promise<string>;
  /** As docs/scale.md says, before a server is told to stop. */
  takeOut: (name: string) => Promise<void>;
  /** And when it is ready again: settles once requests come to it. */
  putBack: (name: string) => Promise<void>;
  close: () => Promise<void>;
}

/** Replaces exactly one place: what a test changes in the file that is recommended must stand there. */
export function replaced(text: string, from: RegExp, to: string): string {
  const count = text.match(new RegExp(from.source, `${from.flags.replace('g', '')}g`))?.length ?? 0;
  if (count !== 1) throw new Error(`deploy/haproxy.cfg: ${from} stands there ${count} times`);
  return text.replace(from, () => to);
}

/** deploy/haproxy.cfg for these servers, without TLS, users and folders that only an installed HAProxy has. */
export function haproxyConfiguration(servers: readonly Balanced[], bind: string): string {
  let text = readFileSync(new URL('../../deploy/haproxy.cfg', import.meta.url), 'utf8');
  text = replaced(text, /^ {2}log \/dev\/log local0$/m, '  log stdout format raw local0');
  text = replaced(text, /^ {2}chroot .*\n {2}user .*\n {2}group .*\n {2}stats socket .*\n/m, '');
  text = replaced(text, /^ {2}bind :80\n {2}bind :443 .*\n {2}http-request redirect .*$/m, `  bind ${bind}`);
  // Not everybody may open as many files.
  text = replaced(text, /^ {2}maxconn 20000$/m, '  maxconn 2000');
  const lines = (suffix: string, options: string) =>
    servers.map(({ name, address }) => `  server ${name}${suffix} ${address} ${options}`).join('\n');
  text = replaced(text, /^ {2}server one .* check\n {2}server two .* check$/m, lines('', 'check'));
  return replaced(
    text,
    /^ {2}server one-anyway .* backup\n {2}server two-anyway .* backup$/m,
    lines('-anyway', 'backup'),
  );
}

/** Runs a program until it answers on a port, and ends it. */
async function running(child: ChildProcess, said: () => string, port: number): Promise<void> {
  let ended = false;
  child.once('exit', () => {
    ended = true;
  });
  while (!ended) {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer) return;
    await sleep(20);
  }
  throw new Error(`HAProxy did not start: ${said()}`);
}

/** A real HAProxy on the loopback with deploy/haproxy.cfg, in front of these servers. */
export async function startHaproxy(servers: readonly Balanced[]): Promise<Balancer> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-haproxy-'));
  const port = await freePort();
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, haproxyConfiguration(servers, `127.0.0.1:${port}`));
  const child = spawn(HAPROXY, ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk;
    });
  child.once('error', (error) => {
    said += error.message;
  });
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await running(child, () => said, port);
  } catch (error) {
    await close();
    throw error;
  }
  const isUp = (name: string) =>
    said.lastIndexOf(`Server vitrine/${name} is UP`) >= said.lastIndexOf(`Server vitrine/${name} is DOWN`);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    said: async () => said,
    // It sees by /readyz that a server is about to stop.
    takeOut: async () => {},
    async putBack(name) {
      while (!isUp(name)) await sleep(50);
    },
    close,
  };
}
