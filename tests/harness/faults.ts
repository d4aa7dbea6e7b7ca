import { execFileSync } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import { freshDatabase } from '../../server/testing/databases.ts';
import { freshPlace } from '../../server/testing/object-store.ts';
import { fakeClock, haveFakeClock } from '../support/fake-clock.ts';
import { emptyDisk, fillDisk } from '../support/fill-disk.ts';
import { notRun } from '../support/not-run.ts';
import { type ConnectionPlan, startProxy } from '../support/tcp-proxy.ts';
import { isRoot } from '../support/trace.ts';
import { backupMeanwhile } from './backup-meanwhile.ts';
import { type Forgotten, forgetfulDisk, haveForgetfulDisk } from './power-cut/forgetful-disk.ts';
import type { Run } from './world.ts';

/** Where a server runs under a fault. */
export interface Stage {
  dataDir: string;
  env: Record<string, string>;
  /** Brings the fault about in the middle of the load. A server that it ends is started again. */
  strike: (run: Run) => Promise<void>;
  /** Once nobody works any more, before the server is started again. */
  mend?: (run: Run) => Promise<void>;
  remove?: () => Promise<void>;
}

export interface Fault {
  name: string;
  /** Answers that are right under it, besides 200 and a 409 for who comes second; 0: a broken connection. */
  codes: number[];
  /** What was not synced may be gone. */
  forgets?: boolean;
  /** Whether it can be brought about here; where not, that is said, and CI does not accept it. */
  isThere: () => boolean;
  /** @param folder of its own */
  begin: (folder: string) => Promise<Stage>;
}

/** ms that a fault lasts which does not end the server. */
const LASTS = 1_500;
/** How often a power cut comes soon after a kill. */
const KILLED_BEFORE = 0.3;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Bytes a second of a slow line. */
const SLOW = 100_000;
/** A port that refuses. */
const NOWHERE = { host: '127.0.0.1', port: 1 };

const kill = (run: Run) => run.server.end('SIGKILL');

async function behindProxy(
  target: { host: string; port: number },
  how: 'slow' | 'cut',
): Promise<{ port: number; strike: () => Promise<void>; close: () => Promise<void> }> {
  let plan: ConnectionPlan = {};
  const proxy = await startProxy({ target, onConnection: () => plan });
  return {
    port: proxy.port,
    async strike() {
      if (how === 'cut') proxy.retarget(NOWHERE);
      else plan = { pace: SLOW };
      proxy.breakAll();
      await sleep(LASTS);
      plan = {};
      proxy.retarget(target);
      // Those that are slow stay so.
      proxy.breakAll();
    },
    close: proxy.close,
  };
}

const database = (how: 'slow' | 'cut'): Fault => ({
  name: `${how} database`,
  codes: [503],
  isThere: () => inject('postgresUrl') !== null,
  async begin(folder) {
    const { url, drop } = await freshDatabase('PostgreSQL', 'schema');
    const behind = new URL(url ?? '');
    const proxy = await behindProxy({ host: behind.hostname, port: Number(behind.port) }, how);
    behind.port = String(proxy.port);
    return {
      dataDir: join(folder, 'data'),
      env: { DATABASE_URL: behind.href },
      strike: proxy.strike,
      async remove() {
        await proxy.close();
        await drop();
      },
    };
  },
});

const store = (how: 'slow' | 'cut'): Fault => ({
  name: `${how} store`,
  codes: [503],
  isThere: () => inject('s3Starter') !== null,
  async begin(folder) {
    const place = await freshPlace();
    const { STORAGE_URL, ...keys } = place.env;
    const proxy = await behindProxy({ host: '127.0.0.1', port: place.port }, how);
    const url = new URL(STORAGE_URL);
    url.searchParams.set('endpoint', `http://127.0.0.1:${proxy.port}`);
    return {
      dataDir: join(folder, 'data'),
      env: { ...keys, STORAGE_URL: url.href },
      strike: proxy.strike,
      remove: proxy.close,
    };
  },
});

export const killed: Fault = {
  name: 'kill -9',
  codes: [0],
  isThere: () => true,
  begin: async (folder) => ({ dataDir: join(folder, 'data'), env: {}, strike: kill }),
};

/** @param onCut hears what was lost each time */
export const powerCut = (onCut: (forgotten: Forgotten) => void = () => {}): Fault => ({
  name: 'power cut',
  codes: [0],
  forgets: true,
  isThere: () => haveForgetfulDisk('power cuts'),
  async begin(folder) {
    const disk = await forgetfulDisk(folder);
    return {
      dataDir: disk.path,
      env: {},
      async strike(run) {
        // What a killed process had not synced is still there for the next, which must not take it for safe.
        if (run.world.random() < KILLED_BEFORE) {
          await kill(run);
          await run.start();
          await sleep(run.world.random() * LASTS);
        }
        await kill(run);
      },
      mend: async ({ world }) => onCut(await disk.cut(world.below(2 ** 31))),
      remove: disk.remove,
    };
  },
});

const diskFull: Fault = {
  name: 'full disk',
  codes: [503, 507],
  isThere() {
    if (!isRoot()) notRun('a full disk', 'Root is needed, to mount a small one.');
    return isRoot();
  },
  async begin(folder) {
    const dataDir = join(folder, 'data');
    await mkdir(dataDir);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256m,mode=0700', 'tmpfs', dataDir]);
    return {
      dataDir,
      env: {},
      async strike() {
        await fillDisk(dataDir);
        await sleep(LASTS);
        await emptyDisk(dataDir);
      },
      async remove() {
        execFileSync('umount', [dataDir]);
      },
    };
  },
};

const clockJumps: Fault = {
  name: 'clock jumps',
  // Sessions and codes that are over.
  codes: [400, 401, 6401],
  isThere: () => haveFakeClock('a server whose clock jumps under load'),
  async begin(folder) {
    const clock = await fakeClock(folder);
    return {
      dataDir: join(folder, 'data'),
      env: clock.env,
      async strike({ server, world, loads }) {
        for (const ahead of [11 * MINUTE, -11 * MINUTE, DAY, -DAY, 0]) {
          await clock.set(ahead, server.url);
          await sleep(LASTS / 5);
        }
        world.portal.forgetSessions();
        for (const load of loads.values()) load.clockJumped?.();
      },
    };
  },
};

const backup: Fault = {
  name: 'a backup meanwhile',
  codes: [],
  isThere: () => true,
  async begin(folder) {
    const { strike, mend } = backupMeanwhile(folder);
    return { dataDir: join(folder, 'data'), env: {}, strike, mend };
  },
};

/** The table of faults. One more, a killed server of two, has a table of its own: tests/servers/. */
export const faults: Fault[] = [
  killed,
  powerCut(),
  diskFull,
  database('slow'),
  database('cut'),
  store('slow'),
  store('cut'),
  clockJumps,
  backup,
];

/** A fault's folder, gone at the end. */
export async function onStage<Result>(
  fault: Fault,
  folder: string,
  work: (stage: Stage) => Promise<Result>,
): Promise<Result> {
  await mkdir(folder, { recursive: true });
  const stage = await fault.begin(folder);
  try {
    return await work(stage);
  } finally {
    await stage.remove?.();
    await rm(folder, { recursive: true, force: true });
  }
}
