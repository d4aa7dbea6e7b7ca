import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Haproxy {
  /** What its command line of the socket `stats` answers. */
  tell: (command: string) => Promise<string>;
  close: () => Promise<void>;
}

/**
 * A real HAProxy, which ends with this process.
 * @param config without a section `global`; this adds one
 */
export async function startHaproxy(config: string): Promise<Haproxy> {
  // A socket lies in it: its path must be short.
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-ha-'));
  const socket = join(folder, 'stats');
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, `global\n  stats socket ${socket} level admin\n${config}`);
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', '--', 'haproxy', '-db', '-f', file], {
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
