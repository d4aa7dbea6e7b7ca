import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Queries } from '../database/index.ts';
import { periodic } from '../shared/schedule.ts';
import { addJob, type ClaimedJob, type Ending, type NewJob, queueStore } from './queue.store.ts';

/** A job as its handler sees it. */
export interface RunningJob {
  id: string;
  /** As it was added; the kind's own shape. */
  payload: unknown;
  /** Tries so far, this one included. */
  attempts: number;
  /**
   * The job must stop: the process ends, or the lease is lost. A handler that stops for it throws
   * (`signal.throwIfAborted()`), since one that returns has done its work.
   */
  signal: AbortSignal;
  /** In a unit of the kind's own; `total` 0 as long as it is not known. Written once a second at most. */
  progress(done: number, total: number): void;
  /**
   * Called in the transaction that writes what the job has found out: it commits only while the job is this process's.
   * @throws LeaseLost
   */
  holding(trx: Queries): Promise<void>;
}

/** Trying again would come to the same: the job fails at once, with this message as its note. */
export class JobFailed extends Error {}

/** Another process may run the job by now; nothing of this try may be written. */
export class LeaseLost extends Error {}

const EVERY = 1_000;
const LEASE = 30_000;
const TRIES = 12;
const ABANDONED = 'The process that ran it ended before it was done, each time.';
const FIRST_WAIT = 5_000;
const LONGEST_WAIT = 3_600_000;
/** What running jobs get to stop in when the process ends. */
const GRACE = 5_000;
/** How long ended jobs stay in the list, in ms. */
const KEEP = 30 * 86_400_000;

/** ms to wait after so many tries, without jitter. */
export const waitAfter = (tries: number): number => Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (tries - 1));

interface KindOptions {
  /** Concurrent jobs in this process; 1 by default. */
  atOnce: number;
  /** Whether jobs may start now. */
  ready: () => boolean;
  /** Backoff in ms after so many attempts; with it, only `JobFailed` ends a job, not the number of attempts. */
  waits: ((tries: number) => number) | undefined;
  /** Rows without a note, deleted when the job ends: the kind's own table keeps the outcome. */
  fleeting: boolean;
  /**
   * Called when a job has failed for good, with its note: ends what waits for it, in a transaction that is `holding`. As
   * long as that throws, the job is not over, and comes again when its lease has run out.
   */
  failed: ((job: RunningJob, note: string) => Promise<void>) | undefined;
}

interface Kind extends KindOptions {
  run: (job: RunningJob) => Promise<void>;
  running: number;
}

interface Dependencies {
  db: Db;
  /** Begins the owner of each lease: which process of which data folder. */
  name: string;
  now: () => number;
  /** Told when a job has ended, whatever it changed. */
  onEnd?: () => void;
  onError: (error: unknown) => void;
  /** ms. */
  lease?: number;
  tries?: number;
}

/**
 * Runs jobs of the table, each by one process at a time, until they are done or have failed too often. A handler's
 * work must bear being done again: a process can die after its last commit and before the job is marked done.
 */
export function jobQueue({ db, name, now, onEnd, onError, lease = LEASE, tries = TRIES }: Dependencies) {
  const store = queueStore(db, name, lease);
  const kinds = new Map<string, Kind>();
  const running = new Map<Promise<void>, ClaimedJob>();
  const stopping = new AbortController();
  /** Jobs found and jobs ended so far. */
  let moves = 0;
  let forgotAt = Number.NEGATIVE_INFINITY;

  const isOver = () => stopping.signal.aborted;

  function endingOf(error: unknown, job: ClaimedJob, { waits, fleeting }: Kind): Ending {
    if (isOver()) return { as: 'given back' };
    const note = fleeting ? '' : error instanceof Error ? error.message : String(error);
    if (error instanceof JobFailed || (!waits && job.attempts >= tries)) return { as: 'failed', note };
    const wait = waits?.(job.attempts) ?? waitAfter(job.attempts) * (0.75 + Math.random() / 2);
    return { as: 'again', note, runAt: now() + Math.round(wait) };
  }

  async function run(job: ClaimedJob, kind: Kind): Promise<void> {
    const lost = new AbortController();
    const signal = AbortSignal.any([stopping.signal, lost.signal]);
    let progress: { done: number; total: number } | undefined;
    let held = performance.now();

    const lose = () => lost.abort(new LeaseLost('Another process has taken this job over.'));
    const beats = periodic(
      async () => {
        if (lost.signal.aborted) return;
        // As long as the database is away nobody can take the job; when it is back, somebody might at once.
        if (performance.now() - held > lease) return lose();
        if (!progress && performance.now() - held < lease / 3) return;
        const written = progress;
        progress = undefined;
        const sentAt = performance.now();
        if (await store.renew(db, job, written)) held = sentAt;
        else lose();
      },
      Math.min(EVERY, lease / 6),
      onError,
    );

    const handed: RunningJob = {
      id: job.id,
      payload: JSON.parse(job.payload),
      attempts: job.attempts,
      signal,
      progress(done, total) {
        progress = { done, total };
      },
      async holding(trx) {
        if (await store.renew(trx, job, progress)) return;
        lose();
        lost.signal.throwIfAborted();
      },
    };
    let ending: Ending = { as: 'done' };
    try {
      if (!kind.waits && job.attempts > tries) throw new JobFailed(ABANDONED);
      await kind.run(handed);
    } catch (error) {
      ending = endingOf(error, job, kind);
      if (!isOver()) onError(error);
    }
    try {
      if (ending.as === 'failed') await kind.failed?.(handed, ending.note);
    } finally {
      await beats.stop();
    }
    if (kind.fleeting && (ending.as === 'done' || ending.as === 'failed')) return store.remove(job);
    await store.end(job, ending, now(), progress);
    onEnd?.();
  }

  function start(job: ClaimedJob, kind: Kind): void {
    kind.running++;
    const work = run(job, kind)
      // The lease runs out, and the job is done again.
      .catch(onError)
      .finally(() => {
        kind.running--;
        moves++;
        running.delete(work);
        poke();
      });
    running.set(work, job);
  }

  async function round(): Promise<void> {
    if (isOver()) return;
    await store.freeExpired();
    for (const [name, kind] of kinds) {
      if (kind.running >= kind.atOnce || !kind.ready()) continue;
      for (const { id } of await store.due(name, kind.atOnce - kind.running, now())) {
        moves++;
        const job = isOver() ? undefined : await store.claim(id, now());
        if (job) start(job, kind);
      }
    }
    if (now() - forgotAt > KEEP / 100) {
      forgotAt = now();
      await store.forget(now() - KEEP);
    }
  }

  const rounds = periodic(round, EVERY, onError);
  let poked = false;
  function poke(): void {
    if (poked || isOver()) return;
    poked = true;
    setImmediate(() => {
      poked = false;
      rounds.now().catch(onError);
    });
  }

  return {
    /** Adds a job in the caller's transaction; `poke` after it has committed. */
    add: (trx: Queries, job: NewJob): Promise<void> => addJob(trx, job, now()),

    /**
     * Says how jobs of a kind are run.
     * @param run see `RunningJob`; throws `JobFailed` when trying again is of no use
     */
    handle(
      kind: string,
      run: Kind['run'],
      { atOnce = 1, ready = () => true, waits, fleeting = false, failed }: Partial<KindOptions> = {},
    ): void {
      kinds.set(kind, { run, atOnce, ready, waits, fleeting, failed, running: 0 });
    },

    /** Kinds of jobs that this process runs. */
    kinds: (): string[] => [...kinds.keys()],

    /** Looks for due jobs now rather than within a second. */
    poke,

    /**
     * Frees at once what a former process of this name had claimed, before anything is claimed under it anew. Only for
     * who knows that the former one is dead: the server that has the data folder's lock.
     */
    takeBack: (): Promise<void> => store.freeOf(name),

    /** Done when nothing of this process's kinds is due or runs here. For tests, the demo and commands. */
    async idle(): Promise<void> {
      for (;;) {
        const before = moves;
        const isFree = running.size === 0;
        await rounds.now();
        // A job that ended within the round, or that another process claimed, may have made room for another.
        if (isFree && running.size === 0 && moves === before) return;
        if (running.size > 0) await Promise.race(running.keys());
      }
    },

    /** Asks the running jobs to stop and gives them back, so that another process goes on at once. */
    async stop(): Promise<void> {
      stopping.abort(new Error('The process ends.'));
      await rounds.stop();
      const grace = new AbortController();
      await Promise.race([
        Promise.all(running.keys()),
        sleep(GRACE, undefined, { signal: grace.signal, ref: false }).catch(() => {}),
      ]);
      grace.abort();
      // Who does not stop loses the lease: `holding` refuses it from now on.
      for (const job of running.values()) await store.end(job, { as: 'given back' }, now());
    },
  };
}

export type JobQueue = ReturnType<typeof jobQueue>;
