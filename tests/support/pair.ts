import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import { freshDatabase } from '../../server/testing/databases.ts';
import { freshPlace } from '../../server/testing/object-store.ts';
import { NAMES, type ServerName } from './balanced.ts';
import { type Balanced, haproxyConfiguration } from './haproxy.ts';
import { type HaproxyProcess, ON_ITS_WAY, runHaproxy } from './haproxy-process.ts';
import { haveNamespaces, type Network, networkOf } from './namespaces.ts';
import { freePort } from './nginx.ts';
import { type ServerProcess, serverCommand, startServer } from './server-process.ts';

/** Which of the two has answered; the tests' balancer says so. */
export const ANSWERED_BY = 'x-answered-by';
const PORT = 3_000;
const SECRET_KEY = 'a key that both servers share, of 32 characters or more';

/** Two real servers on one PostgreSQL and one real Ceph gateway, behind HAProxy. */
export interface Pair {
  /** Of the balancer. */
  url: string;
  /** What both servers are told, for commands beside them. */
  env: Record<string, string>;
  /** As it runs now; one that was killed is the former one until it is started again. */
  server: (name: ServerName) => ServerProcess;
  kill: (name: ServerName) => Promise<void>;
  /** Starts one that was ended; done when the balancer sends it requests. */
  start: (name: ServerName) => Promise<void>;
  close: () => Promise<void>;
}

/** Whether a pair can be had here; says loudly what is missing. @throws with `CI=true` when it cannot */
export const havePair = (test: string): boolean =>
  haveNamespaces({ test }) && inject('postgresUrl') !== null && inject('s3Starter') !== null;

/** One database, one bucket, one key, for whoever works on this data folder. */
async function makeGround() {
  const database = await freshDatabase('PostgreSQL', 'schema');
  const { env } = await freshPlace();
  return { env: { ...env, SECRET_KEY, DATABASE_URL: database.url ?? '' }, drop: database.drop };
}

const grounds = new Map<string, ReturnType<typeof makeGround>>();

function groundOf(dataDir: string) {
  const ground = grounds.get(dataDir) ?? makeGround();
  grounds.set(dataDir, ground);
  return ground;
}

/** What a server of the pair on a data folder is told, for who fills its database before. */
export const groundEnv = async (dataDir: string): Promise<Record<string, string>> =>
  (await groundOf(dataDir)).env;

/** The one that is deployed, but that requests are spread at random, and that answers tell by whom they are. */
function balancing(port: number, servers: Balanced[], hub: string): string {
  const config = haproxyConfiguration(servers, `127.0.0.1:${port}`).replace(
    /^ {2}server .*$/gm,
    `$& namespace ${hub}`,
  );
  const random = config.replace(
    /^( *)balance .*$/m,
    `$1balance random(1)\n$1http-response set-header ${ANSWERED_BY} %s`,
  );
  if (random === config) throw new Error('deploy/haproxy.cfg says nothing of a balance');
  return random;
}

/** What the servers find on the machine's own loopback, they find on their own: database, store, and what tests add. */
function carrying({ namespaces }: Network, ports: Iterable<string>): string {
  const carried = [...ports].flatMap((port) =>
    namespaces.map(
      ({ name }, i) =>
        `listen to-${port}-of-${i}\n  bind 127.0.0.1:${port} namespace ${name}\n  server here 127.0.0.1:${port}\n`,
    ),
  );
  const times = ['connect 5s', 'client 24h', 'server 24h'].map((time) => `  timeout ${time}\n`);
  return `defaults\n  mode tcp\n${times.join('')}${carried.join('')}`;
}

const portsIn = (env: Record<string, string>): Set<string> =>
  new Set(Object.values(env).flatMap((value) => value.match(/(?<=127\.0\.0\.1(?::|%3A))\d+/g) ?? []));

/** See `ON_ITS_WAY`. */
const littleOnItsWay = ({ namespaces }: Network): void => {
  const size = `4096 65536 ${ON_ITS_WAY}`;
  for (const { name } of namespaces)
    execFileSync('ip', ['netns', 'exec', name, 'sh', '-c', `echo ${size} >/proc/sys/net/ipv4/tcp_wmem`]);
};

/** Both write their mails to one folder, in which tests read them. */
function shareOutbox(folders: string[]): void {
  const [first = '', ...others] = folders.map((folder) => join(folder, 'outbox'));
  mkdirSync(first, { recursive: true, mode: 0o700 });
  for (const outbox of others) {
    mkdirSync(dirname(outbox), { recursive: true, mode: 0o750 });
    symlinkSync(first, outbox);
  }
}

/**
 * Starts the pair. The first server has the data folder as its own, the second one beside it.
 * @param env for both; `PORT` is the balancer's
 */
export async function startPair(dataDir: string, given: Record<string, string> = {}): Promise<Pair> {
  const ground = await groundOf(dataDir);
  const network = networkOf(NAMES.length);
  const folders = { one: dataDir, two: `${dataDir}-two` };
  const closing: (() => unknown)[] = [
    ground.drop,
    () => grounds.delete(dataDir),
    () => rmSync(folders.two, { recursive: true, force: true }),
    network.remove,
  ];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    littleOnItsWay(network);
    const { PORT: port = String(await freePort()), ...others } = given;
    const env = { ...ground.env, TRUST_PROXY: network.gateway, ...others };
    const placeOf = (name: ServerName) =>
      network.namespaces[NAMES.indexOf(name)] ?? { name: '', address: '' };
    const carrier = await runHaproxy(carrying(network, portsIn(env)));
    closing.push(carrier.close);
    const servers = NAMES.map((name) => ({ name, address: `${placeOf(name).address}:${PORT}` }));
    const balancer = await runHaproxy(balancing(Number(port), servers, network.hub));
    closing.push(balancer.close);
    const url = `http://127.0.0.1:${port}`;
    shareOutbox(Object.values(folders));

    const running = new Map<ServerName, ServerProcess>();
    const end = (name: ServerName) => running.get(name)?.end('SIGKILL');
    const start = async (name: ServerName) => {
      const inside = placeOf(name);
      const command: [string, ...string[]] = ['setpriv', '--pdeathsig', 'KILL', '--'];
      command.push('ip', 'netns', 'exec', inside.name, ...serverCommand);
      const own = { HOST: inside.address, PORT: String(PORT), SERVER_NAME: name };
      const all = { PUBLIC_URL: url, ...env, ...own };
      running.set(name, await startServer(folders[name], all, { command }));
      await used(balancer, name);
    };
    closing.push(() => Promise.all(NAMES.map(end)));
    await Promise.all(NAMES.map(start));
    return {
      url,
      env: { ...env, DATA_DIR: dataDir },
      server: (name) => {
        const found = running.get(name);
        if (!found) throw new Error(`${name} was never started`);
        return found;
      },
      kill: async (name) => end(name),
      start,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Waits until the balancer has found that a server is well. */
async function used({ tell }: HaproxyProcess, name: ServerName): Promise<void> {
  // From the moment on that it listens, what the balancer knew of the former one does not count.
  const isUp = new RegExp(`^\\w+,${name},(?:[^,]*,){15}UP,`, 'm');
  while (!isUp.test(await tell('show stat'))) await sleep(100);
}

/** The pair as one server, for tests that were written for one: see vitest.long.config.ts. */
export async function pairAsServer(dataDir: string, env: Record<string, string>): Promise<ServerProcess> {
  const pair = await startPair(dataDir, env);
  const both = NAMES.map(pair.server);
  return {
    url: pair.url,
    child: pair.server('one').child,
    said: () => both.map(({ said }) => said()).join('\n'),
    memory: () => both.reduce((sum, { memory }) => sum + memory(), 0),
    end: pair.close,
  };
}
