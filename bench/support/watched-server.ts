import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { NODE_ENVIRONMENT, NODE_OPTIONS } from '../../bin/node-options.mjs';
import { ADMIN } from '../../tests/support/server-process.ts';
import { residentBytes } from './processes.ts';

const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url));
/** Where `npm start` keeps compiled code: without it the server takes 50 MiB more. */
const compiled = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));
const watch = fileURLToPath(new URL('./loop-watch.ts', import.meta.url));

/** What is told of a watched process: the longest that its loop was held since the last time this was asked, ms. */
async function longestHold(child: ChildProcess): Promise<number> {
  child.send('longest');
  const [ms] = (await once(child, 'message')) as [number];
  return ms;
}

async function end(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill();
  await gone;
}

/** A process that does nothing: how long its loop is held is what else the machine does. */
export function idleProcess() {
  const child = spawn(process.execPath, ['--import', watch, '--eval', 'setInterval(() => {}, 60_000)'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return { longestHold: () => longestHold(child), end: () => end(child) };
}

/** The real server in a process of its own, whose event loop is watched. */
export async function watchedServer(dataDir: string, databaseUrl = '') {
  const child = spawn(process.execPath, [...NODE_OPTIONS, '--import', watch, main], {
    env: {
      ...NODE_ENVIRONMENT,
      ...process.env,
      NODE_COMPILE_CACHE: compiled,
      PORT: '0',
      DATA_DIR: dataDir,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      ADMIN_EMAIL: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      CAPTCHA_EFFORT: '0',
      RATE_LIMIT_FACTOR: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout?.on('data', (piece) => {
      said += piece;
      const found = /Vitrine listens on (http:\S+)/.exec(said)?.[1];
      if (found) resolve(found);
      if (found) said = '';
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${said}`)));
  });
  return {
    url,
    memory: () => residentBytes(child.pid ?? 0),
    longestHold: () => longestHold(child),
    end: () => end(child),
  };
}

export type WatchedServer = Awaited<ReturnType<typeof watchedServer>>;
