import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { NODE_ENVIRONMENT, NODE_OPTIONS } from '../../bin/node-options.mjs';
import { ADMIN } from '../../server/testing/admin.ts';
import { beginDataFolder } from './data-folder.ts';

const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url));
/** The server as every start of it has it. */
export const serverCommand: [string, ...string[]] = [process.execPath, ...NODE_OPTIONS, main];
/** As `npm start` has it: hundreds of starts in a test run compile the same code. */
export const compiled = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));

export { ADMIN };

/** The real server as a process of its own, on a free port of the loopback. */
export interface ServerProcess {
  url: string;
  child: ChildProcess;
  /** What it has printed so far. */
  said: () => string;
  /** Resident memory in bytes, as the system counts it. */
  memory: () => number;
  /** Ends it with a signal and waits until it is gone. */
  end: (signal?: NodeJS.Signals) => Promise<void>;
}

/** Linux says it in a file, so that no program is needed there. */
function residentOf(pid: number | undefined): number {
  if (process.platform !== 'linux')
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024;
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}

type Start = (dataDir: string, env: Record<string, string>) => Promise<ServerProcess>;

/** What runs whose servers are more than one have begun in the place of one. */
let instead: Start | undefined;

/** From now on `startServer` starts something else that answers as a server does. */
export const startInstead = (start: Start): void => {
  instead = start;
};

/**
 * Starts the server on a data folder and waits until it listens. `env` adds to what the tests need.
 * @param other another server than this tree's, in another environment than ours
 */
export async function startServer(
  dataDir: string,
  env: Record<string, string> = {},
  other: { command?: [string, ...string[]]; env?: NodeJS.ProcessEnv } = {},
): Promise<ServerProcess> {
  if (instead && !other.command) return instead(dataDir, env);
  beginDataFolder(dataDir, env);
  const [program, ...args] = other.command ?? serverCommand;
  const child = spawn(program, args, {
    env: {
      ...NODE_ENVIRONMENT,
      ...(other.env ?? process.env),
      NODE_COMPILE_CACHE: compiled,
      PORT: '0',
      DATA_DIR: dataDir,
      ADMIN_EMAIL: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      CAPTCHA_EFFORT: '0',
      RATE_LIMIT_FACTOR: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let found: string | undefined;
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk;
      // Looked for once: to look through all that it has said so far, at each line, would hold up who measures here.
      found ??= /Vitrine listens on (http:\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${said}`)));
  });
  const { pid } = child;
  return {
    url,
    child,
    said: () => said,
    memory: () => residentOf(pid),
    async end(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    },
  };
}

/** `data` of a JSON call that must succeed. */
export async function callServer<Data>(
  url: string,
  method: string,
  path: string,
  { body, token }: { body?: object; token?: string } = {},
): Promise<Data> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = (await response.json()) as { code: number; data: Data };
  if (answer.code !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer.data;
}

export const adminTokenOf = async (url: string): Promise<string> =>
  (await callServer<{ token: string }>(url, 'POST', '/api/v1/admin/login', { body: ADMIN })).token;
