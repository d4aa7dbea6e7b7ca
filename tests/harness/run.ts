import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { processCpu } from '../../bench/support/process-cpu.ts';
import { beginDataFolder } from '../support/data-folder.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { expectAgreed } from '../support/upload-faults.ts';
import { vitrine } from '../support/vitrine.ts';
import { type Fault, onStage, type Stage } from './faults.ts';
import { loads as allLoads, type Mix } from './mixes.ts';
import { Portal, Unanswered } from './portal.ts';
import { syncAll } from './power-cut/forgetful-disk.ts';
import { newWorld, type Run, type World } from './world.ts';

/** Who works at once. */
const WORKERS = 6;
/** ms: see `pause`. */
const PAUSE = 40;
/** ms from a round's begin to its fault: at least, and what chance adds at most. */
const BEFORE = { least: 100, more: 1_400 };
/** ms, faults.md. */
const READY_WITHIN = 5_000;
/** What `verify` reads of the bytes after each round but the last, per cent. */
const SAMPLE = '20';

/** What a run was. */
export interface Figures {
  rounds: number;
  acknowledged: number;
  /** Times of each code. */
  codes: Record<string, number>;
  /** Things that were looked up at the end. */
  things: number;
  /** ms from each start to the first answer of readiness, quickest and slowest. */
  ready: [quickest: number, slowest: number];
}

const hasEnded = ({ child }: ServerProcess): boolean => child.exitCode !== null || child.signalCode !== null;

async function ready(server: ServerProcess): Promise<void> {
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, { timeout: 30_000 }).toBe(200);
}

/** Works until the world is over. */
async function worker({ world, loads }: Run, mix: Mix, pause: number): Promise<void> {
  const chances = Object.entries(mix).flatMap(([name, weight = 0]) => Array<string>(weight).fill(name));
  while (!world.over) {
    // Between two servers: what is only refused by a port is no work, and is looked up after each round all the same.
    while (!world.over && hasEnded(world.portal.server)) await sleep(pause);
    try {
      await loads.get(world.one(chances))?.act();
    } catch (error) {
      // A look-up in the middle of a fault; what it would have changed is unchanged.
      if (!(error instanceof Unanswered)) throw error;
    }
    await sleep(world.random() * pause);
  }
}

/** Looks up everything that was acknowledged. */
async function expectKept(run: Run): Promise<number> {
  const wrong: string[] = [];
  let many = 0;
  for (const load of run.loads.values()) {
    for (const thing of load.things?.() ?? []) {
      many++;
      wrong.push((await thing.check(run.world.portal)) ?? '');
    }
    wrong.push(...((await load.check?.()) ?? []));
  }
  expect(wrong.filter(Boolean), 'what was acknowledged and is not so').toEqual([]);
  return many;
}

/** `vitrine verify`, clean, and no bytes without a row. */
async function expectVerified({ dataDir, env }: Stage, ...options: string[]): Promise<void> {
  const { LD_PRELOAD: _, ...rest } = env;
  const { code, stdout, stderr } = await vitrine({ ...rest, DATA_DIR: dataDir }, 'verify', ...options);
  expect([code, stderr], stdout).toEqual([0, '']);
  expect(stdout).toContain('Files without row: 0');
}

interface Campaign {
  fault: Fault;
  mix: Mix;
  rounds: number;
  seed: number;
  /** ms between two pieces of work of one worker, at most. */
  pause?: number;
}

/**
 * The harness: a server works under a load until a fault strikes, again and again; after each, everything that was
 * acknowledged is there and whole, everything else whole or not at all, and `verify` is clean.
 */
export async function campaign({ fault, mix, rounds, seed, pause = PAUSE }: Campaign): Promise<Figures> {
  const home = await mkdtemp(join(tmpdir(), 'vitrine-harness-'));
  return onStage(fault, home, async (stage) => {
    beginDataFolder(stage.dataDir, stage.env);
    if (fault.forgets) await syncAll(stage.dataDir);
    const starts: { clock: number; judged: number }[] = [];
    const world = newWorld(seed, fault.forgets ?? false) as World;
    const run = { dataDir: stage.dataDir, world, loads: new Map() } as Run;
    run.start = async () => {
      const began = performance.now();
      run.server = await startServer(stage.dataDir, stage.env);
      await ready(run.server);
      const clock = performance.now() - began;
      // A busy machine is slow, not wrong: then what the processor took is judged.
      const processor = await processCpu(run.server.child.pid ?? 0);
      starts.push({ clock, judged: Math.min(clock, processor ?? clock) });
      world.portal = new Portal(run.server, stage.dataDir, world.portal);
    };
    const isOnSqliteAndDisk = !('DATABASE_URL' in stage.env) && !('STORAGE_URL' in stage.env);
    let things = 0;
    try {
      await run.start();
      for (const name of Object.keys(allLoads)) {
        if (!(name in mix) && name !== 'people') continue;
        const load = allLoads[name]?.(world);
        if (!load) continue;
        run.loads.set(name, load);
        await load.prepare?.();
      }
      for (let n = 0; n < rounds; n++) {
        world.over = false;
        const workers = Array.from({ length: WORKERS }, () => worker(run, mix, pause));
        await sleep(BEFORE.least + world.random() * BEFORE.more);
        await stage.strike(run);
        world.over = true;
        await Promise.all(workers);
        await stage.mend?.(run);
        if (!hasEnded(run.server)) {
          await ready(run.server);
          await expectKept(run);
          await run.server.end();
        }
        await run.start();
        if (isOnSqliteAndDisk) await expectAgreed(stage.dataDir);
        things = await expectKept(run);
        await expectVerified(stage, ...(n === rounds - 1 ? [] : ['--sample', SAMPLE]));
      }
    } catch (error) {
      console.error(`The server said last:\n${run.server?.said().slice(-2_000)}`);
      throw error;
    } finally {
      world.over = true;
      await run.server?.end('SIGKILL');
    }
    const codes = [...world.portal.codes];
    const right = [200, 409, ...fault.codes];
    expect(codes.filter(([code]) => !right.includes(code))).toEqual([]);
    // The quickest of them: what is judged is the start after a fault, not how busy the machine is.
    expect(Math.min(...starts.map(({ judged }) => judged)), 'ready again').toBeLessThan(READY_WITHIN);
    const clocks = starts.map(({ clock }) => clock);
    return {
      rounds,
      acknowledged: world.portal.codes.get(200)?.times ?? 0,
      codes: Object.fromEntries(codes.map(([code, { times }]) => [code, times])),
      things,
      ready: [Math.round(Math.min(...clocks)), Math.round(Math.max(...clocks))],
    };
  });
}

/** Rounds of one portal in `campaigns`. */
const WORLD = 25;

/**
 * Many rounds, each some with a portal of their own: every round looks up everything that was ever acknowledged in its
 * portal, which would be most of the time in the end.
 */
export async function campaigns(all: Campaign): Promise<Figures> {
  const sum: Figures = {
    rounds: 0,
    acknowledged: 0,
    codes: {},
    things: 0,
    ready: [Number.POSITIVE_INFINITY, 0],
  };
  while (sum.rounds < all.rounds) {
    const rounds = Math.min(WORLD, all.rounds - sum.rounds);
    const one = await campaign({ ...all, rounds, seed: all.seed + sum.rounds });
    sum.rounds += rounds;
    sum.acknowledged += one.acknowledged;
    sum.things += one.things;
    for (const [code, times] of Object.entries(one.codes)) sum.codes[code] = (sum.codes[code] ?? 0) + times;
    sum.ready = [Math.min(sum.ready[0], one.ready[0]), Math.max(sum.ready[1], one.ready[1])];
    console.log(JSON.stringify(sum));
  }
  return sum;
}
