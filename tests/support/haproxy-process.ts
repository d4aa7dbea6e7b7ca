import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { HAPROXY } from './haproxy.ts';

/**
 * As over a long line, little is on its way: a download that the client takes slowly is one that the server sends slowly,
 * and so it is in the middle of it when it is killed. Bytes.
 */
export const ON_ITS_WAY = 131_072;
const LITTLE = ['rcvbuf.server', 'sndbuf.client'].map((what) => `  tune.${what} ${ON_ITS_WAY}\n`).join('');

export interface HaproxyProcess {
  /** What its command line of the socket `stats` answers. */
  tell: (command: string) => Promise<string>;
  close: () => Promise<void>;
}

/**
 * A real HAProxy of any configuration, which ends with this process.
 */
export async function runHaproxy(config: string): Promise<HaproxyProcess> {
  // A socket lies in it: its path must be short.
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-ha-'));
  const socket = join(folder, 'stats');
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, `global\n  stats socket ${socket} level admin\n${LITTLE}${config}`);
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', '--', HAPROXY, '-db', '-f', file], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk;
    });
  const exited = once(child, 'exit');
  const tell = async (command: string) => {
    const asking = connect(socket);
    asking.end(`${command}\n`);
    return text(asking);
  };
  const close = async () => {
    child.kill('SIGKILL');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  // It listens everywhere before it answers here.
  while (child.exitCode === null && !(await tell('show info').catch(() => ''))) await sleep(20);
  if (child.exitCode !== null) {
    await close();
    throw new Error(`HAProxy did not start:\n${said}\n${config}`);
  }
  return { tell, close };
}
