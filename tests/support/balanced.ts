import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshDatabase } from '../../server/testing/databases.ts';
import { freshPlace } from '../../server/testing/object-store.ts';
import { type Balancer, startHaproxy } from './haproxy.ts';
import { freePort } from './nginx.ts';
import { startNginxBalancer } from './nginx-balancer.ts';
import { type ServerProcess, startServer } from './server-process.ts';

export const BALANCERS = { HAProxy: startHaproxy, nginx: startNginxBalancer };
export type BalancerKind = keyof typeof BALANCERS;
/** Of the servers, as the files in deploy/ have them. */
export const NAMES = ['one', 'two'] as const;
export type ServerName = (typeof NAMES)[number];
/** s: as deploy/haproxy.cfg says. */
const DRAIN = 8;

/** One portal of two real servers on the loopback, with one PostgreSQL and one object store. */
export interface Portal {
  /** The folder of a server. */
  dataDir: (name: ServerName) => string;
  server: (name: ServerName) => ServerProcess;
  /** Starts a server, again at its former port. */
  start: (name: ServerName) => Promise<void>;
  /** As an operator restarts it: told to stop, waited for, started. */
  restart: (name: ServerName) => Promise<void>;
  /** Puts a balancer in front, with the file from deploy/. */
  balance: (kind: BalancerKind) => Promise<Balancer>;
  close: () => Promise<void>;
}

/** Prepares a portal of which no server runs yet. `env` adds to each server's environment. */
export async function preparePortal(env: Record<string, string> = {}): Promise<Portal> {
  const database = await freshDatabase('PostgreSQL', 'schema');
  const place = await freshPlace();
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-servers-'));
  const ports: Record<ServerName, number> = { one: await freePort(), two: await freePort() };
  const servers = new Map<ServerName, ServerProcess>();
  const balancers: Balancer[] = [];
  const dataDir = (name: ServerName) => join(folder, name);
  const server = (name: ServerName): ServerProcess => {
    const found = servers.get(name);
    if (!found) throw new Error(`server ${name} does not run`);
    return found;
  };
  const start = async (name: ServerName) => {
    servers.set(
      name,
      await startServer(dataDir(name), {
        ...place.env,
        DATABASE_URL: database.url ?? '',
        SECRET_KEY: 'the same one for all servers of the portal',
        SERVER_NAME: name,
        DRAIN_SECONDS: String(DRAIN),
        TRUST_PROXY: '127.0.0.1',
        PORT: String(ports[name]),
        ...env,
      }),
    );
  };
  return {
    dataDir,
    server,
    start,
    async restart(name) {
      await server(name).end();
      await start(name);
    },
    async balance(kind) {
      const behind = NAMES.map((name) => ({ name, address: `127.0.0.1:${ports[name]}` }));
      const balancer = await BALANCERS[kind](behind);
      balancers.push(balancer);
      return balancer;
    },
    async close() {
      for (const balancer of balancers) await balancer.close();
      for (const one of servers.values()) await one.end('SIGKILL');
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
