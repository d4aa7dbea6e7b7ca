import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GUARD } from '../../tests/support/guards.ts';
import { type Db, openDatabase } from '../database/index.ts';
import { freshDatabase, onEachDatabase, temporaryFolder } from '../testing/databases.ts';
import type { WorkerOptions } from '../testing/queue-worker.ts';
import { addJobAnew, isOpenAnew, type NewJob } from './queue.store.ts';
import { JobFailed, jobQueue, waitAfter } from './queue.ts';

const workerFile = fileURLToPath(new URL('../testing/queue-worker.ts', import.meta.url));

onEachDatabase('issue 4: jobs', (kind) => {
  /** Of tests that start processes. */
  const options = kind === 'SQLite' ? {} : GUARD;
  let where: string;
  let db: Db;
  let clock: number;
  let queue: ReturnType<typeof jobQueue>;
  let errors: unknown[];
  const closing: (() => Promise<unknown>)[] = [];

  const newQueue = (name = 'here', lease = 30_000) => {
    const made = jobQueue({ db, name, lease, now: () => clock, onError: (error) => errors.push(error) });
    closing.push(made.stop);
    return made;
  };
  beforeEach(async () => {
    const folder = await temporaryFolder();
    const database = await freshDatabase(kind);
    where = database.url ?? join(folder.path, 'jobs.sqlite');
    db = await openDatabase(where);
    closing.push(folder.remove, database.drop, () => db.destroy());
    clock = Date.now() - 1_000;
    errors = [];
    queue = newQueue();
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  const add = (job: Partial<NewJob> & { payload?: object } = {}) =>
    queue.add(db, { kind: 'note', subject: 'a test', payload: {}, ...job });
  const jobs = () => db.selectFrom('jobs').selectAll().orderBy('created_at').orderBy('id').execute();
  const until = async (what: () => Promise<boolean> | boolean) => {
    while (!(await what())) await sleep(20);
  };

  /** A real process with a queue of its own on the same database. */
  async function worker(
    options: Partial<WorkerOptions> = {},
  ): Promise<{ child: ChildProcess; said: string[] }> {
    const all: WorkerOptions = { where, name: 'w', lease: 30_000, atOnce: 1, waits: false, ...options };
    const child = fork(workerFile, [JSON.stringify(all)]);
    const said: string[] = [];
    child.on('message', (message) => said.push(String(message)));
    closing.push(async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    });
    return { child, said };
  }
  const ran = () => db.selectFrom('secrets').selectAll().where('name', 'like', 'ran %').execute();

  test('200 jobs, 3 processes: each job runs once to its end', options, async () => {
    await db.transaction().execute(async (trx) => {
      for (let i = 0; i < 200; i++)
        await queue.add(trx, { kind: 'note', subject: 's', payload: { label: i } });
    });
    const workers = await Promise.all(['a', 'b', 'c'].map((name) => worker({ name, atOnce: 4 })));
    await until(async () => (await jobs()).every((job) => job.state === 'done'));
    expect((await jobs()).map(({ attempts, owner, note }) => ({ attempts, owner, note }))).toEqual(
      Array.from({ length: 200 }, () => ({ attempts: 1, owner: null, note: '' })),
    );
    expect(await ran()).toHaveLength(200);
    const said = workers.flatMap((one) => one.said);
    expect(said.filter((line) => line.startsWith('began'))).toHaveLength(200);
    expect(said.filter((line) => !/^(began|ended) \d+$/.test(line))).toEqual([]);
  });

  test('kill -9: another process goes on when the lease is over', GUARD, async () => {
    await add({ payload: { label: 'x' } });
    const first = await worker({ name: 'first', lease: 3_000, waits: true });
    await until(() => first.said.includes('began x'));
    first.child.kill('SIGKILL');
    const second = await worker({ name: 'second' });
    await until(() => second.said.includes('ended x'));
    await until(async () => (await jobs())[0]?.state === 'done');
    expect(await jobs()).toMatchObject([{ attempts: 2, note: '' }]);
  });

  test(
    'kill -9: the next process of the same name takes its jobs back at once, and nobody else’s',
    options,
    async () => {
      const HOUR = 3_600_000;
      const other = await worker({ name: 'w import ', lease: HOUR, waits: true });
      await add({ payload: { label: 'other' } });
      await until(() => other.said.includes('began other'));
      const first = await worker({ name: 'w server ', lease: HOUR, waits: true });
      await add({ payload: { label: 'x' } });
      await until(() => first.said.includes('began x'));
      first.child.kill('SIGKILL');
      const next = await worker({ name: 'w server ', lease: HOUR });
      await until(() => next.said.includes('ended x'));
      expect(next.said).not.toContain('began other');
      other.child.send('go on');
      await until(() => other.said.includes('ended other'));
    },
  );

  test('a process that has slept through its lease writes nothing', GUARD, async () => {
    await add({ payload: { label: 'x' } });
    const sleeper = await worker({ name: 'sleeper', lease: 3_000, waits: true });
    await until(() => sleeper.said.includes('began x'));
    sleeper.child.kill('SIGSTOP');
    const second = await worker({ name: 'second' });
    await until(async () => (await jobs())[0]?.state === 'done');
    sleeper.child.kill('SIGCONT');
    sleeper.child.send('go on');
    await until(() => sleeper.said.length > 1);
    expect(sleeper.said.join()).toContain('Another process has taken this job over.');
    expect(sleeper.said).not.toContain('ended x');
    expect(await ran()).toEqual([{ name: 'ran x', value: 'second' }]);
    expect(await jobs()).toMatchObject([{ state: 'done', attempts: 2, note: '' }]);
    expect(second.said).toEqual(['began x', 'ended x']);
  });

  test(
    'asked to stop, a process gives its job back at once, and the try does not count',
    options,
    async () => {
      await add({ payload: { label: 'x' } });
      let began = (): void => {};
      const running = new Promise<void>((resolve) => {
        began = resolve;
      });
      queue.handle('note', async ({ signal, progress }) => {
        progress(7, 10);
        began();
        await sleep(3_600_000, undefined, { signal });
      });
      queue.poke();
      await running;
      await queue.stop();
      expect(await jobs()).toMatchObject([
        { state: 'waiting', owner: null, attempts: 0, done: 7, total: 10 },
      ]);
      expect(errors).toEqual([]);
      const second = await worker({ name: 'second', lease: 3_600_000 });
      await until(() => second.said.includes('ended x'));
    },
  );

  test('a lease that was lost aborts the job', async () => {
    const short = newQueue('short', 600);
    let began = (): void => {};
    const running = new Promise<void>((resolve) => {
      began = resolve;
    });
    const reasons: unknown[] = [];
    short.handle('note', async ({ signal }) => {
      began();
      await sleep(3_600_000, undefined, { signal }).catch(() => reasons.push(signal.reason));
      signal.throwIfAborted();
    });
    await add();
    short.poke();
    await running;
    await db
      .updateTable('jobs')
      .set({ owner: 'somebody else', lease_until: Date.now() + 3_600_000 })
      .execute();
    await until(() => reasons.length > 0);
    expect(String(reasons[0])).toContain('Another process has taken this job over.');
    await until(() => errors.length > 0);
    expect(await jobs()).toMatchObject([{ state: 'running', owner: 'somebody else' }]);
  });

  test('what a job adds in a transaction that fails is not there', async () => {
    await db
      .transaction()
      .execute(async (trx) => {
        await queue.add(trx, { kind: 'note', subject: 's', payload: {} });
        throw new Error('no');
      })
      .catch(() => {});
    expect(await jobs()).toEqual([]);
  });

  test('a job that fails is tried again, each time later, and in the end has failed', async () => {
    let tries = 0;
    queue.handle('note', async () => {
      throw new Error(`trouble ${++tries}`);
    });
    await add({ key: 'k' });
    await queue.idle();
    for (let tried = 1; tried < 12; tried++) {
      const [job] = await jobs();
      expect(job).toMatchObject({ state: 'waiting', attempts: tried, note: `trouble ${tried}`, owner: null });
      const wait = (job?.run_at ?? 0) - clock;
      expect(wait).toBeGreaterThanOrEqual(waitAfter(tried) * 0.75);
      expect(wait).toBeLessThanOrEqual(waitAfter(tried) * 1.25);
      clock += wait - 1;
      await queue.idle();
      expect(tries, 'not before its time').toBe(tried);
      clock += 1;
      await queue.idle();
    }
    expect(tries).toBe(12);
    expect(await jobs()).toMatchObject([
      { state: 'failed', note: 'trouble 12', open_key: null, finished_at: clock, run_at: expect.any(Number) },
    ]);
    clock += 86_400_000;
    await queue.idle();
    expect(tries).toBe(12);
    expect(waitAfter(12)).toBe(3_600_000);
  });

  test('JobFailed: not tried again', async () => {
    queue.handle('note', async () => {
      throw new JobFailed('This file is no ZIP.');
    });
    await add();
    await queue.idle();
    expect(await jobs()).toMatchObject([{ state: 'failed', attempts: 1, note: 'This file is no ZIP.' }]);
  });

  test('a kind is told that its job has failed for good, before the row says so; as long as that fails, it is not over', async () => {
    const told: unknown[] = [];
    let away = true;
    const run = async () => {
      throw new JobFailed('This file is no ZIP.');
    };
    queue.handle('note', run, {
      failed: async (job, note) => {
        told.push([(await jobs())[0]?.state, job.payload, note]);
        if (away) throw new Error('the database is away');
        await db.transaction().execute((trx) => job.holding(trx));
      },
    });
    await add({ payload: { n: 1 } });
    await queue.idle();
    expect(await jobs()).toMatchObject([{ state: 'running' }]);
    away = false;
    await db.updateTable('jobs').set({ lease_until: 0 }).execute();
    await queue.idle();
    expect(await jobs()).toMatchObject([{ state: 'failed', note: 'This file is no ZIP.' }]);
    expect(told).toEqual(Array(2).fill(['running', { n: 1 }, 'This file is no ZIP.']));
  });

  test('a kind is told of a job whose process died each time, too', async () => {
    const told: string[] = [];
    queue.handle('note', async () => {}, { failed: async (_, note) => void told.push(note) });
    await add();
    const died = { state: 'running', owner: 'dead', attempts: 12, lease_until: Date.now() - 1_000 } as const;
    await db.updateTable('jobs').set(died).execute();
    await queue.idle();
    expect(told).toEqual([expect.stringContaining('ended before')]);
  });

  test('a kind with waits of its own is tried at its times without end, when it is ready; its row goes when it ends', async () => {
    let tries = 0;
    let ready = false;
    const run = async () => {
      if (++tries < 30) throw new Error('trouble of somebody@example.org');
    };
    queue.handle('note', run, { ready: () => ready, waits: () => 7, fleeting: true });
    await add();
    await db
      .updateTable('jobs')
      .set({ state: 'running', owner: 'dead', attempts: 12, lease_until: 0 })
      .execute();
    await queue.idle();
    expect(tries).toBe(0);
    ready = true;
    for (; tries < 29; clock += 7) {
      await queue.idle();
      expect(await jobs()).toMatchObject([{ state: 'waiting', note: '', run_at: clock + 7 }]);
    }
    await queue.idle();
    expect([tries, await jobs()]).toEqual([30, []]);
  });

  test('a job whose process dies each time ends as failed', async () => {
    queue.handle('note', async () => {});
    await add();
    await db
      .updateTable('jobs')
      .set({ state: 'running', owner: 'dead', attempts: 12, lease_until: Date.now() - 1_000 })
      .execute();
    await queue.idle();
    expect(await jobs()).toMatchObject([{ state: 'failed', note: expect.stringContaining('ended before') }]);
  });

  test('what has failed already holds up nothing else', async () => {
    const order: unknown[] = [];
    queue.handle('note', async ({ payload }) => void order.push((payload as { n: string }).n));
    await add({ payload: { n: 'tried' }, runAt: clock - 10 });
    await db.updateTable('jobs').set({ attempts: 3 }).execute();
    await add({ payload: { n: 'new' } });
    await queue.idle();
    expect(order).toEqual(['new', 'tried']);
  });

  test('priority first, then the time, and not before the time', async () => {
    const order: unknown[] = [];
    queue.handle('note', async ({ payload }) => void order.push((payload as { n: string }).n));
    await add({ payload: { n: 'early' }, runAt: clock - 10 });
    await add({ payload: { n: 'earlier' }, runAt: clock - 20 });
    await add({ payload: { n: 'first' }, priority: 5 });
    await add({ payload: { n: 'later' }, priority: 9, runAt: clock + 1_000 });
    await queue.idle();
    expect(order).toEqual(['first', 'earlier', 'early']);
    clock += 1_000;
    await queue.idle();
    expect(order).toEqual(['first', 'earlier', 'early', 'later']);
  });

  test('of unfinished jobs with one key there is one; adding it again brings it forward', async () => {
    const runs: unknown[] = [];
    queue.handle('note', async ({ payload }) => void runs.push(payload));
    await add({ key: 'k', payload: { n: 1 }, runAt: clock + 600_000, priority: 3 });
    await add({ key: 'k', payload: { n: 2 }, priority: 1 });
    await add({ key: 'other', payload: { n: 3 } });
    const [first, ...rest] = await jobs();
    expect(rest).toHaveLength(1);
    expect([first, ...rest].find((job) => job?.key === 'note:k')).toMatchObject({
      run_at: clock,
      priority: 3,
    });
    await add({ key: 'k', payload: { n: 4 }, runAt: clock + 600_000, priority: 4 });
    expect((await jobs()).find((job) => job.key === 'note:k')).toMatchObject({ run_at: clock, priority: 4 });
    await queue.idle();
    expect(runs).toEqual([{ n: 4 }, { n: 3 }]);
    await add({ key: 'k', payload: { n: 5 } });
    await queue.idle();
    expect(runs).toHaveLength(3);
  });

  test('added anew: beside one that runs, whose row is let alone; one that waits is due as a new one', async () => {
    const job = { kind: 'note', key: 'k', subject: 'a test', payload: {} };
    const anew = () => db.transaction().execute((trx) => addJobAnew(trx, job, clock));
    const shown = async () => (await jobs()).map(({ state, open_key }) => [state, open_key]).sort();
    expect(await isOpenAnew(db, job)).toBe(false);
    await anew();
    await anew();
    expect(await shown()).toEqual([['waiting', 'note:k']]);
    const ends: (() => void)[] = [];
    queue.handle('note', () => new Promise((resolve) => void ends.push(resolve)), { atOnce: 9 });
    const begun = (count: number) => until(() => ends.length === count);
    queue.poke();
    await begun(1);
    await anew();
    await anew();
    expect(await shown()).toEqual([
      ['running', 'note:k'],
      ['waiting', 'note:k+'],
    ]);
    queue.poke();
    await begun(2);
    // Two servers may run both of them.
    await anew();
    expect((await shown()).at(-1)).toEqual(['waiting', 'note:k++']);
    await db
      .updateTable('jobs')
      .set({ run_at: clock + 600_000, attempts: 11 })
      .where('state', '=', 'waiting')
      .execute();
    await anew();
    expect((await jobs()).filter(({ state }) => state === 'waiting')).toMatchObject([
      { run_at: clock, attempts: 0 },
    ]);
    queue.poke();
    await begun(3);
    for (const end of ends) end();
    await queue.idle();
    expect(await isOpenAnew(db, job)).toBe(false);
  });

  test('no more at once than asked for', async () => {
    let now = 0;
    let most = 0;
    const run = async () => {
      most = Math.max(most, ++now);
      await until(() => most >= 3);
      now--;
    };
    queue.handle('note', run, { atOnce: 3 });
    for (let i = 0; i < 20; i++) await add();
    await queue.idle();
    expect(most).toBe(3);
    expect((await jobs()).every((job) => job.state === 'done')).toBe(true);
  });

  test('idle: a job that found its place taken for the whole of a round is waited for, too', async () => {
    let asked = 0;
    let rounds = 0;
    let idle: Promise<void> | undefined;
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const racing = jobQueue({
      db,
      name: 'racing',
      now: () => {
        // The second time a job has been found and is about to be claimed: nothing runs yet.
        if (++asked === 2) idle = racing.idle();
        return clock;
      },
      onError: (error) => errors.push(error),
    });
    closing.push(racing.stop);
    const done: unknown[] = [];
    racing.handle('note', async ({ payload }) => {
      await held;
      done.push(payload);
    });
    // Looked at after the notes, in each round: in the second one the first note ends before the round does.
    const ready = () => {
      if (++rounds === 2) release();
      return true;
    };
    racing.handle('bell', async () => {}, { ready });
    for (let i = 0; i < 50; i++) racing.handle(`kind ${i}`, async () => {});
    await add({ payload: { n: 1 } });
    await add({ payload: { n: 2 } });
    racing.poke();
    await until(() => idle !== undefined);
    await idle;
    expect(done).toHaveLength(2);
  });

  test('ended jobs leave the list after 30 days', async () => {
    queue.handle('note', async () => {});
    await add();
    await queue.idle();
    clock += 29 * 86_400_000;
    await queue.idle();
    expect(await jobs()).toHaveLength(1);
    clock += 86_400_000 + 1;
    await queue.idle();
    expect(await jobs()).toHaveLength(0);
  });
});
