import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { notRun } from './not-run.ts';

/** What tests need to speak to the gateway. */
export interface S3Gateway {
  endpoint: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with an `S3Gateway`, started when first asked for; null where there is none, which CI does not accept. */
    s3Starter: string | null;
  }
}

const SCRIPT = fileURLToPath(new URL('s3-ceph.sh', import.meta.url));
/** Below the ports that systems give to outgoing connections. */
const PORTS = { first: 20_000, step: 25, choices: 400 };
const START_TRIES = 5;

const installed = (): boolean =>
  ['radosgw', 'ceph-mon', 'ceph-osd'].every((name) =>
    ['/usr/bin', '/usr/sbin', '/bin', '/sbin'].some((folder) => existsSync(join(folder, name))),
  );

const isFree = async (port: number): Promise<boolean> => {
  const probe = createTcpServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    probe.close();
  }
};

/** The first of 21 neighbouring free ports, anywhere: several runs may go on at a time. */
async function freePorts(): Promise<number> {
  for (;;) {
    const first = PORTS.first + PORTS.step * Math.floor(Math.random() * PORTS.choices);
    const free = await Promise.all(Array.from({ length: 21 }, (_, i) => isFree(first + i)));
    if (free.every(Boolean)) return first;
  }
}

export interface Running {
  gateway: S3Gateway;
  stop: () => Promise<void>;
}

async function start(): Promise<Running> {
  const port = await freePorts();
  // Unix sockets lie in it: its path must be short.
  const folder = mkdtempSync('/tmp/v-s3-');
  const keys = { S3_BUCKET: 'vitrine', S3_ACCESS_KEY: 'testaccess', S3_SECRET_KEY: 'testsecretkey' };
  const child: ChildProcess = spawn('bash', [SCRIPT, 'run'], {
    env: { ...process.env, ...keys, S3_PORT: String(port), S3_DIR: join(folder, 'c'), S3_STORE: 'memstore' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await new Promise<void>((resolve, reject) => {
      const hear = (chunk: Buffer) => {
        said += chunk;
        if (said.includes('ready http')) resolve();
      };
      child.stdout?.on('data', hear);
      child.stderr?.on('data', hear);
      child.once('exit', (code) => reject(new Error(`the S3 gateway ended with ${code}:\n${said}`)));
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    gateway: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: keys.S3_BUCKET,
      accessKeyId: keys.S3_ACCESS_KEY,
      secretAccessKey: keys.S3_SECRET_KEY,
    },
    stop,
  };
}

/** Starts a gateway of one's own. @throws when it is not installed */
export async function startGateway(): Promise<Running> {
  for (let tried = 1; ; tried++) {
    try {
      return await start();
    } catch (error) {
      // Another run may have taken a port in between.
      if (tried === START_TRIES) throw error;
    }
  }
}

/** Debian's packages, where CI runs as root; nobody's own machine is changed. */
function install(): void {
  console.log('Installing Ceph for the S3 tests …');
  spawnSync('bash', [SCRIPT, 'install'], { stdio: ['ignore', 'ignore', 'inherit'] });
}

/**
 * A real S3 server for the run: Ceph's object gateway on the loopback, its data in memory. It is started when the
 * first test asks for it, and all share it, each under a prefix of its own.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!installed() && process.env.CI === 'true') install();
  if (!installed()) {
    const how = 'run `bash tests/support/s3-ceph.sh install` as root on Debian (about 40 s)';
    notRun('the tests on S3', `No Ceph object gateway is here: ${how}.`);
    project.provide('s3Starter', null);
    return;
  }
  let running: Promise<Running> | undefined;
  const answer = async (_request: IncomingMessage, response: ServerResponse) => {
    running ??= startGateway();
    try {
      response.end(JSON.stringify((await running).gateway));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  };
  const starter = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(starter, 'listening');
  project.provide('s3Starter', `http://127.0.0.1:${(starter.address() as AddressInfo).port}`);
  return async () => {
    starter.close();
    await running?.then(({ stop }) => stop()).catch(() => {});
  };
}
