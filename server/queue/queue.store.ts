import { sql } from 'kysely';
import { type Db, databaseTime, type Queries } from '../database/index.ts';
import { newId } from '../shared/ids.ts';

export interface NewJob {
  kind: string;
  /**
   * Of unfinished jobs with one kind and key there is one: adding it again raises its priority, brings it forward and
   * gives it the newer payload. One that runs already is that one, and goes on as it began.
   */
  key?: string;
  /** What it is about, for the people who read the list. */
  subject: string;
  /** JSON. */
  payload: object;
  /** Higher ones first; 0 when absent. */
  priority?: number;
  /** ms since 1970; now when absent. */
  runAt?: number;
}

/** What makes two jobs one. */
type Keyed = Required<Pick<NewJob, 'kind' | 'key'>>;

export interface ClaimedJob {
  id: string;
  kind: string;
  /** JSON. */
  payload: string;
  /** Tries so far, this one included. */
  attempts: number;
  /** Of this claim alone: no other one, by this process or another, is called the same. */
  owner: string;
}

/** What a try ended as: given back counts as no try. */
export type Ending =
  | { as: 'done' }
  | { as: 'given back' }
  | { as: 'failed'; note: string }
  | { as: 'again'; note: string; runAt: number };

interface Progress {
  done: number;
  total: number;
}

const NOTE_LENGTH = 500;

const free = { state: 'waiting', owner: null, lease_until: null } as const;
const ended = (now: number) =>
  ({ owner: null, lease_until: null, open_key: null, finished_at: now }) as const;

/** The `key` column of a job: keys are of their kind. */
export const jobKey = (kind: string, key: string): string => `${kind}:${key}`;

/**
 * Puts a job into the queue inside the caller's transaction: it runs if, and only if, that commits.
 * @param now ms since 1970
 */
export async function addJob(trx: Queries, job: NewJob, now: number): Promise<void> {
  const key = job.key === undefined ? null : jobKey(job.kind, job.key);
  await trx
    .insertInto('jobs')
    .values({
      id: newId(),
      kind: job.kind,
      key,
      open_key: key,
      subject: job.subject,
      payload: JSON.stringify(job.payload),
      state: 'waiting',
      priority: job.priority ?? 0,
      run_at: job.runAt ?? now,
      attempts: 0,
      done: 0,
      total: 0,
      note: '',
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict.column('open_key').doUpdateSet((eb) => ({
        payload: eb.ref('excluded.payload'),
        priority: eb
          .case()
          .when('excluded.priority', '>', eb.ref('jobs.priority'))
          .then(eb.ref('excluded.priority'))
          .else(eb.ref('jobs.priority'))
          .end(),
        run_at: eb
          .case()
          .when('excluded.run_at', '<', eb.ref('jobs.run_at'))
          .then(eb.ref('excluded.run_at'))
          .else(eb.ref('jobs.run_at'))
          .end(),
      })),
    )
    .execute();
}

/** Keys of a job that is wanted anew while it runs: more than there are servers that run it at the same moment. */
const keysAnew = (key: string): string[] => [key, `${key}+`, `${key}++`, `${key}+++`];
const openKeysAnew = ({ kind, key }: Keyed): string[] => keysAnew(key).map((one) => jobKey(kind, one));

const openAnew = (db: Queries, job: Keyed) =>
  db.selectFrom('jobs').select('open_key').where('open_key', 'in', openKeysAnew(job)).execute();

/** Whether a job that was added by `addJobAnew` waits or runs. */
export const isOpenAnew = async (db: Queries, job: Keyed): Promise<boolean> =>
  (await openAnew(db, job)).length > 0;

/**
 * As `addJob`, for a job that must see what the caller's transaction changes. One that runs may have looked before, so
 * another is added beside it; its row is let alone, since it may hold that while it waits for the caller's. One that waits
 * is due as a new one is, and its row held until the caller's transaction ends, lest it look before.
 */
export async function addJobAnew(trx: Queries, job: NewJob & Keyed, now: number): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('jobs')
    .set({ run_at: now, attempts: 0 })
    .where('open_key', 'in', openKeysAnew(job))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return;
  const taken = new Set((await openAnew(trx, job)).map(({ open_key }) => open_key));
  const key = keysAnew(job.key).find((one) => !taken.has(jobKey(job.kind, one))) ?? job.key;
  await addJob(trx, { ...job, key }, now);
}

/**
 * Makes a failed job wait anew, as if it had never been tried.
 * @returns false when it is not failed any more, or an unfinished job has its key
 */
export async function retryFailed(
  trx: Queries,
  { id, key }: { id: string; key: string | null },
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('jobs')
    .set({ state: 'waiting', open_key: key, run_at: now, attempts: 0, finished_at: null, note: '' })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('jobs as other').select('other.id').where('other.open_key', '=', key))),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/**
 * The table of jobs. Whose a running job is, is decided by conditional updates alone. Leases are of the database's
 * clock, which all processes share however their own clocks differ.
 * @param name of the process: the beginning of its claims' owners
 * @param lease ms
 */
export function queueStore(db: Db, name: string, lease: number) {
  const time = databaseTime(db);
  const leaseEnd = sql<number>`${time} + ${sql.lit(lease)}`;
  const mine = (queries: Queries, { id, owner }: ClaimedJob) =>
    queries
      .updateTable('jobs')
      .where('id', '=', id)
      .where('owner', '=', owner)
      .where('state', '=', 'running');
  const left = () =>
    db.selectFrom('jobs').select(['id', 'owner', 'lease_until']).where('state', '=', 'running');
  type Left = Awaited<ReturnType<ReturnType<typeof left>['execute']>>[number];

  /** Looked up first, since a write waits for whoever else writes, and there is mostly nothing to take away. */
  async function takeAway(rows: Left[]): Promise<void> {
    for (const { id, owner, lease_until } of rows)
      await db
        .updateTable('jobs')
        .set(free)
        .where('id', '=', id)
        .where('state', '=', 'running')
        .where('owner', '=', owner)
        .where('lease_until', '=', lease_until)
        .execute();
  }

  return {
    /** Those that wait and are due, in the order in which they are to run. */
    due: (kind: string, limit: number, now: number) =>
      db
        .selectFrom('jobs')
        .select('id')
        .where('kind', '=', kind)
        .where('state', '=', 'waiting')
        .where('run_at', '<=', now)
        .orderBy('priority', 'desc')
        // Jobs that keep failing do not delay the others.
        .orderBy('attempts')
        .orderBy('run_at')
        .orderBy('id')
        .limit(limit)
        .execute(),

    /** @returns undefined when another process was first */
    async claim(id: string, now: number): Promise<ClaimedJob | undefined> {
      const owner = `${name}${newId()}`;
      const row = await db
        .updateTable('jobs')
        .set((eb) => ({
          state: 'running',
          owner,
          lease_until: leaseEnd,
          attempts: eb('attempts', '+', 1),
          started_at: eb.fn.coalesce('started_at', eb.val(now)),
        }))
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .returning(['kind', 'payload', 'attempts'])
        .executeTakeFirst();
      return row && { id, owner, ...row };
    },

    /**
     * Makes the lease longer, and holds its row until the caller's transaction ends: nobody takes the job over before.
     * @returns false when the job is somebody else's by now
     */
    async renew(queries: Queries, job: ClaimedJob, progress?: Progress): Promise<boolean> {
      const { numUpdatedRows } = await mine(queries, job)
        .set({ lease_until: leaseEnd, ...progress })
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    /** Nothing is written when the job is somebody else's by now. */
    async end(job: ClaimedJob, ending: Ending, now: number, progress?: Progress): Promise<void> {
      await mine(db, job)
        .set((eb) => {
          if (ending.as === 'given back') return { ...progress, ...free, attempts: eb('attempts', '-', 1) };
          const note = ending.as === 'done' ? '' : ending.note.slice(0, NOTE_LENGTH);
          if (ending.as === 'again') return { ...progress, ...free, note, run_at: ending.runAt };
          return { ...progress, ...ended(now), state: ending.as, note };
        })
        .execute();
    },

    /** Deletes the row instead of `end`. */
    async remove({ id, owner }: ClaimedJob): Promise<void> {
      await db.deleteFrom('jobs').where('id', '=', id).where('owner', '=', owner).execute();
    },

    /** Frees the jobs of processes that let their leases run out: they have died, or lost the database. */
    async freeExpired(): Promise<void> {
      await takeAway(await left().where('lease_until', '<=', time).execute());
    },

    /** Frees the jobs of a process that is known to be dead. */
    async freeOf(dead: string): Promise<void> {
      const rows = await left()
        .where(sql`substr(owner, 1, ${sql.lit(dead.length)})`, '=', dead)
        .execute();
      await takeAway(rows);
    },

    /** Removes what ended before `before`. */
    async forget(before: number): Promise<void> {
      await db
        .deleteFrom('jobs')
        .where('state', 'in', ['done', 'failed'])
        .where('finished_at', '<', before)
        .execute();
    },
  };
}
