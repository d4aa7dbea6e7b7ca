import { Gauge, Registry } from 'prom-client';
import type { LastBackup } from '../backup/index.ts';
import type { FiguresStore } from '../health/index.ts';
import type { Servers } from '../servers/index.ts';
import type { PoolUse } from '../workers/index.ts';

export interface PortalSources {
  figures: FiguresStore;
  lastBackup: () => Promise<LastBackup | undefined>;
  disk: () => Promise<{ free: number; size: number }>;
  servers: Pick<Servers, 'name' | 'live'>;
  /** Throws when the portal cannot serve. */
  ready: () => Promise<void>;
  /** Downloads that this process sends now. */
  downloads: () => number;
  /** Kinds of jobs that this process runs. */
  jobKinds: () => string[];
  pools: Record<string, () => PoolUse>;
  version: string;
  now: () => number;
}

/** What the database and the disk know; each by an indexed query. */
async function look({ figures, lastBackup, disk, servers, now }: PortalSources) {
  const at = now();
  const [jobs, mails, faults, scrub, applications, backup, room, live] = await Promise.all([
    figures.jobs(at),
    figures.mails(),
    figures.faults(),
    figures.scrub(at),
    figures.applications(),
    lastBackup(),
    disk(),
    servers.live(),
  ]);
  return { at, jobs, mails, faults, scrub, applications, backup, room, servers: live.length };
}

export type PortalLook = Awaited<ReturnType<typeof look>>;
export const portalLook = (sources: PortalSources) => () => look(sources);

/** Writes gauges into a registry of their own: one that is not set is absent, rather than 0. */
function gauges(register: Registry) {
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: `vitrine_${name}`, help, labelNames, registers: [register] });
  return {
    one(name: string, help: string, value: number | undefined): void {
      if (value !== undefined) gauge(name, help).set(value);
    },
    many<Label extends string>(
      name: string,
      help: string,
      labels: Label[],
      values: [Record<Label, string>, number][],
    ): void {
      const made = gauge(name, help, labels);
      for (const [of, value] of values) made.set(of, value);
    },
  };
}

type Gauges = ReturnType<typeof gauges>;

function writeJobs({ many }: Gauges, { jobs, at }: PortalLook, kinds: string[]): void {
  const none = { waiting: 0, running: 0, failed: 0, dueSince: undefined };
  const all = [...new Set([...kinds, ...jobs.map(({ kind }) => kind)])].map((kind) => ({
    ...none,
    ...jobs.find((job) => job.kind === kind),
    kind,
  }));
  many(
    'jobs',
    'Jobs by kind and state; failed ones of the last 30 days.',
    ['kind', 'state'],
    all.flatMap((job) =>
      (['waiting', 'running', 'failed'] as const).map((state): [{ kind: string; state: string }, number] => [
        { kind: job.kind, state },
        job[state],
      ]),
    ),
  );
  many(
    'job_oldest_due_seconds',
    'For how long the job that waits longest has been due.',
    ['kind'],
    all.map(({ kind, dueSince = at }) => [{ kind }, (at - dueSince) / 1_000]),
  );
}

function writeLook(into: Gauges, found: PortalLook, kinds: string[]): void {
  const { one, many } = into;
  const { at, mails, faults, scrub, applications, backup, room, servers } = found;
  const age = (since: number | undefined) => (since === undefined ? 0 : Math.max(0, at - since) / 1_000);
  const time = (ms: number | undefined) => (ms === undefined ? undefined : ms / 1_000);
  one('servers', 'Servers that live on this database.', servers);
  writeJobs(into, found, kinds);
  many(
    'mails',
    'Mails that have not left: waiting for their turn or the next try, of these refused so far, and given up.',
    ['state'],
    [
      [{ state: 'waiting' }, mails.waiting],
      [{ state: 'failing' }, mails.failing],
      [{ state: 'given_up' }, mails.givenUp],
    ],
  );
  one('applications_waiting', 'Applications that nobody has decided on.', applications.waiting);
  one('application_oldest_seconds', 'Age of the oldest of them; 0: none waits.', age(applications.oldest));
  many(
    'integrity_faults',
    'Stored files that are refused to everybody, since their bytes are not those that came in.',
    ['kind'],
    Object.entries(faults).map(([kind, count]) => [{ kind }, count]),
  );
  one('scrub_late_files', 'Stored files that were not read again for 30 days.', scrub.late);
  one('scrub_oldest_seconds', 'Since when the longest unread stored file was not read.', age(scrub.oldest));
  one(
    'scrub_pass_bytes',
    'Bytes that the pass now running reads again; 0: none runs.',
    scrub.running?.total ?? 0,
  );
  one('scrub_pass_read_bytes', 'Of these, read so far.', scrub.running?.done ?? 0);
  one('scrub_last_pass_timestamp_seconds', 'When the last pass ended.', time(scrub.lastPass));
  one('disk_free_bytes', "Free bytes of the data folder's disk.", room.free);
  one('disk_size_bytes', "Size of the data folder's disk.", room.size);
  one(
    'backup_last_timestamp_seconds',
    'When the snapshot of the last finished backup was made.',
    time(backup?.at),
  );
  one('backup_lost_files', 'Files that were missing or damaged in it.', backup?.lost);
}

/**
 * The portal's figures in Prometheus' text format.
 * @param found undefined: database or disk did not answer, and what only they know is left out
 */
export function portalText(
  { downloads, pools, jobKinds, version, servers }: PortalSources,
  isReady: boolean,
  found: PortalLook | undefined,
): Promise<string> {
  const register = new Registry();
  const into = gauges(register);
  const { one, many } = into;
  many('build_info', 'The version of Vitrine.', ['version'], [[{ version }, 1]]);
  many('server_info', 'What this server is called.', ['server'], [[{ server: servers.name }, 1]]);
  one('ready', 'Whether database and store answer and the disk has room, as /readyz.', isReady ? 1 : 0);
  one('downloads_running', 'Downloads that this server sends now.', downloads());
  const used = Object.entries(pools).map(([pool, use]) => ({ pool, ...use() }));
  many(
    'worker_threads',
    'Threads of each pool that are alive.',
    ['pool'],
    used.map(({ pool, threads }) => [{ pool }, threads]),
  );
  many(
    'worker_tasks',
    'Tasks of each pool: sent to its threads, or waiting for one.',
    ['pool', 'state'],
    used.flatMap(({ pool, running, waiting }) => [
      [{ pool, state: 'running' }, running],
      [{ pool, state: 'waiting' }, waiting],
    ]),
  );
  if (found) writeLook(into, found, jobKinds());
  return register.metrics();
}
