import type { Db } from '../database/index.ts';
import { DAY } from '../shared/time.ts';

const HOUR = 3_600_000;
const SCRUB_JOB = 'scrub';
/** The scrub begins with a blob before this (25 days), so that all are read within 30 (faults.md, "corrupt blob"). */
const SCRUBBED_WITHIN = 30 * DAY;

export interface JobFigures {
  kind: string;
  waiting: number;
  running: number;
  /** Of the last 30 days. */
  failed: number;
  /** The longest due of the waiting ones: ms since 1970. */
  dueSince: number | undefined;
  /** Waiting ones that are due for over an hour. */
  late: number;
}

export interface MailFigures {
  /** Unsent, failing ones included. */
  waiting: number;
  /** Not taken so far; will be tried again. */
  failing: number;
  givenUp: number;
}

export interface ScrubFigures {
  /** Files that nobody has read again for 30 days. */
  late: number;
  /** When the file that waits longest was last read: ms since 1970. Undefined: there is no file. */
  oldest: number | undefined;
  /** Bytes of the pass that runs. */
  running: { done: number; total: number } | undefined;
  /** When the last pass ended: ms since 1970. */
  lastPass: number | undefined;
}

/** Counts and ages by indexed queries, for /metrics, System health and `vitrine doctor` alike. */
export function figuresStore(db: Db) {
  // No request waits for a count.
  const reader = db.inReader;

  return {
    /** Unfinished and failed jobs by kind. */
    async jobs(now: number): Promise<JobFigures[]> {
      const rows = await reader
        .selectFrom('jobs')
        .select((eb) => ['kind', 'state', eb.fn.countAll<number>().as('count')])
        .select((eb) => [
          eb.fn.min(eb.case().when('run_at', '<=', now).then(eb.ref('run_at')).end()).as('due'),
          eb.fn
            .count<number>(
              eb
                .case()
                .when('run_at', '<', now - HOUR)
                .then(1)
                .end(),
            )
            .as('late'),
        ])
        .where('state', 'in', ['waiting', 'running', 'failed'])
        .groupBy(['kind', 'state'])
        .execute();
      const of = (kind: string, state: string) =>
        rows.find((row) => row.kind === kind && row.state === state);
      const count = (kind: string, state: string) => Number(of(kind, state)?.count ?? 0);
      return [...new Set(rows.map(({ kind }) => kind))].sort().map((kind) => ({
        kind,
        waiting: count(kind, 'waiting'),
        running: count(kind, 'running'),
        failed: count(kind, 'failed'),
        dueSince: of(kind, 'waiting')?.due ?? undefined,
        late: Number(of(kind, 'waiting')?.late ?? 0),
      }));
    },

    async mails(): Promise<MailFigures> {
      const row = await reader
        .selectFrom('outbox')
        .select((eb) => [
          eb.fn.countAll<number>().as('unsent'),
          eb.fn.count<number>('given_up_at').as('givenUp'),
          eb.fn
            .count<number>(
              eb
                .case()
                .when(eb.and([eb('given_up_at', 'is', null), eb('last_error', 'is not', null)]))
                .then(1)
                .end(),
            )
            .as('failing'),
        ])
        .where('sent_at', 'is', null)
        .executeTakeFirstOrThrow();
      const givenUp = Number(row.givenUp);
      return { waiting: Number(row.unsent) - givenUp, failing: Number(row.failing), givenUp };
    },

    /** Files that are refused, by what is wrong with them. */
    async faults(): Promise<Record<'changed' | 'vanished' | 'corrupt', number>> {
      const rows = await reader
        .selectFrom('blobs')
        .select((eb) => ['mark', eb.fn.countAll<number>().as('count')])
        .where('mark', 'is not', null)
        .where('state', '=', 'kept')
        .groupBy('mark')
        .execute();
      const of = (kind: string) => Number(rows.find(({ mark }) => mark === kind)?.count ?? 0);
      return { changed: of('changed'), vanished: of('vanished'), corrupt: of('corrupt') };
    },

    async scrub(now: number): Promise<ScrubFigures> {
      const kept = () => reader.selectFrom('blobs').where('state', '=', 'kept');
      const { count } = await kept()
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where((eb) => eb(eb.fn.coalesce('scrubbed_at', 'created_at'), '<', now - SCRUBBED_WITHIN))
        .executeTakeFirstOrThrow();
      const oldest = await kept()
        .select((eb) => eb.fn.coalesce('scrubbed_at', 'created_at').as('at'))
        .orderBy((eb) => eb.fn.coalesce('scrubbed_at', 'created_at'))
        .limit(1)
        .executeTakeFirst();
      const jobs = reader.selectFrom('jobs').where('kind', '=', SCRUB_JOB);
      const running = await jobs.select(['done', 'total']).where('state', '=', 'running').executeTakeFirst();
      const last = await jobs
        .select('finished_at')
        .where('state', '=', 'done')
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return { late: Number(count), oldest: oldest?.at, running, lastPass: last?.finished_at ?? undefined };
    },

    /** Applications that nobody has decided on, and since when the oldest waits: ms since 1970. */
    async applications(): Promise<{ waiting: number; oldest: number | undefined }> {
      const row = await reader
        .selectFrom('users')
        .select((eb) => [
          eb.fn.countAll<number>().as('count'),
          eb.fn.min(eb.fn.coalesce('applied_at', 'created_at')).as('oldest'),
        ])
        .where('status', '=', 'pending')
        .executeTakeFirstOrThrow();
      return { waiting: Number(row.count), oldest: row.oldest ?? undefined };
    },
  };
}

export type FiguresStore = ReturnType<typeof figuresStore>;
