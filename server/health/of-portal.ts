import type { LastBackup } from '../backup/index.ts';
import { MAIL_JOB } from '../mail/index.ts';
import type { Servers } from '../servers/index.ts';
import type { Institution } from '../shared/institutions.ts';
import { DAY } from '../shared/time.ts';
import type { FiguresStore } from './figures.store.ts';
import { bad, type Finding, ok, warn, wordsOf } from './finding.ts';
import type { HealthStore } from './health.store.ts';

/** s that clocks may differ. */
const CLOCK_SLACK = 5;
const PAST_SLACK = 60;
const BACKUP_DAYS = 7;

interface Dependencies {
  store: HealthStore;
  servers: Pick<Servers, 'live' | 'conflicts'>;
  /** Whether `SERVER_NAME` is given. */
  isNamed: boolean;
  figures: FiguresStore;
  lastBackup: () => Promise<LastBackup | undefined>;
  /** Whether downloads are closed after a restore. */
  isClosed: () => Promise<boolean>;
  /** Bytes of the data folder's disk. */
  disk: () => Promise<{ free: number; size: number }>;
  /** Where the stored files lie. */
  place: string;
  /** Throws when the object store does not answer; undefined: blobs lie in the data folder. */
  objectStore: (() => Promise<void>) | undefined;
  /** `attempt` throws when the mail server does not take us; undefined: mails are files. */
  mailServer: { host: string; attempt: () => Promise<void> } | undefined;
  dataDir: string;
  /** Those that `OIDC_ADMINS` names. */
  adminInstitutions: readonly Pick<Institution, 'name' | 'issuer'>[];
  now: () => number;
  /** The machine's clock. */
  machineTime: () => number;
}

/** Free bytes below which an operator should act: far above the 16 MiB below which nothing is taken in. */
const LOW = 2 * 1024 ** 3;

/** Settings by which PostgreSQL loses what was acknowledged. */
export const unsafeSettings = async (store: HealthStore): Promise<Finding[]> =>
  Object.entries(await store.durability())
    // `local`, `remote_write` and `remote_apply` wait for the own disk as well.
    .filter(([, value]) => value === 'off')
    .map(([setting, value]) => bad('postgres.unsafe', { setting, value }));

async function database(store: HealthStore): Promise<Finding[]> {
  const found = await unsafeSettings(store);
  const soundness = await store.soundness();
  if (soundness !== 'ok') found.push(bad('database.damaged', { problem: soundness }));
  if (found.length > 0) return found;
  return [ok('database.ok', { database: await store.version(), migration: await store.migration() })];
}

async function clock({ store, machineTime }: Dependencies, now: number): Promise<Finding[]> {
  const found: Finding[] = [];
  if (store.kind === 'PostgreSQL') {
    const seconds = Math.round(Math.abs((await store.time()) - machineTime()) / 1_000);
    if (seconds > CLOCK_SLACK) found.push(bad('clock.apart', { other: 'PostgreSQL', seconds }));
  }
  const ahead = Math.round((((await store.newestEntry()) ?? 0) - now) / 1_000);
  if (ahead > PAST_SLACK) found.push(bad('clock.past', { seconds: ahead }));
  return found.length > 0 ? found : [ok('clock.ok')];
}

/** What is so of several servers; nothing of one alone. */
async function besides({ servers, isNamed }: Dependencies): Promise<Finding[]> {
  const found = (await servers.conflicts()).map(({ id, values }) => bad(id, values));
  const all = await servers.live();
  if (all.length > 1 && !isNamed) found.push(bad('servers.unnamed'));
  if (new Set(all.map(({ version }) => version)).size > 1)
    found.push(
      warn('servers.versions', { names: all.map(({ name, version }) => `${name} ${version}`).join(', ') }),
    );
  for (const { name, isOwn, clockAhead } of all) {
    const seconds = Math.round(Math.abs(clockAhead) / 1_000);
    // The own one's is looked at anyway.
    if (!isOwn && seconds > CLOCK_SLACK) found.push(bad('servers.clock', { name, seconds }));
  }
  if (found.length > 0 || all.length < 2) return found;
  return [ok('servers.ok', { count: all.length, names: all.map(({ name }) => name).join(', ') })];
}

async function blobs(figures: FiguresStore, now: number): Promise<Finding[]> {
  const { changed, vanished, corrupt } = await figures.faults();
  const faulty = changed + vanished + corrupt;
  const { late, running, lastPass } = await figures.scrub(now);
  return [
    ...(faulty > 0 ? [bad('blobs.faulty', { count: faulty })] : []),
    ...(late > 0 ? [bad('scrub.late', { count: late })] : []),
    ...(running ? [ok('scrub.running', { ...running })] : []),
    ...(late > 0 ? [] : [lastPass === undefined ? ok('scrub.none') : ok('scrub.ok', { at: lastPass })]),
  ];
}

async function jobs(figures: FiguresStore, now: number): Promise<Finding[]> {
  const kinds = (await figures.jobs(now)).filter(({ kind }) => kind !== MAIL_JOB);
  const total = (field: 'waiting' | 'running' | 'failed' | 'late') =>
    kinds.reduce((sum, kind) => sum + kind[field], 0);
  const [failed, late] = [total('failed'), total('late')];
  const found = [
    ...(failed > 0 ? [warn('jobs.failed', { count: failed })] : []),
    ...(late > 0 ? [bad('jobs.late', { count: late })] : []),
  ];
  return found.length > 0 ? found : [ok('jobs.ok', { count: total('waiting') + total('running') })];
}

async function mails(figures: FiguresStore): Promise<Finding> {
  const { waiting, failing, givenUp } = await figures.mails();
  if (failing + givenUp > 0) return warn('mails.failing', { count: failing + givenUp });
  return ok('mails.ok', { count: waiting });
}

const backup = (last: LastBackup | undefined, now: number): Finding => {
  if (!last) return warn('backup.never');
  if (last.lost > 0) return bad('backup.lost', { count: last.lost });
  const days = Math.floor((now - last.at) / DAY);
  if (days >= BACKUP_DAYS) return warn('backup.old', { days });
  return ok('backup.ok', { at: last.at, count: last.files });
};

async function administrators({ store, adminInstitutions }: Dependencies): Promise<Finding[]> {
  const { all, withoutFactor } = await store.administrators();
  if (all === 0) return [warn('admin.none')];
  const idle = await store.idleLinks(adminInstitutions.map(({ issuer }) => issuer));
  const names = adminInstitutions.map(({ name }) => name).join(', ');
  return [
    ...(withoutFactor > 0 ? [warn('admin.factor', { count: withoutFactor })] : []),
    ...(names === '' ? [] : [ok('admin.institutions', { names })]),
    ...(idle > 0 ? [warn('admin.links', { count: idle })] : []),
  ];
}

/** Tries somebody else's service. */
async function reach(
  attempt: (() => Promise<void>) | undefined,
  away: string,
  none: Finding[],
  fine: Finding[],
): Promise<Finding[]> {
  if (!attempt) return none;
  try {
    await attempt();
    return fine;
  } catch (error) {
    return [bad(away, { problem: wordsOf(error) })];
  }
}

async function storage({ store, disk, objectStore, place, dataDir }: Dependencies): Promise<Finding[]> {
  const { free, size } = await disk();
  const stored = ok('store.ok', { place, used: await store.stored() });
  return [
    free < LOW ? bad('room.low', { free, folder: dataDir }) : ok('room.ok', { free, size, folder: dataDir }),
    ...(await reach(objectStore, 'store.away', [stored], [stored])),
  ];
}

/** What a running portal, or a command beside it, finds out about it; in the order in which an operator would ask. */
export async function portalHealth(given: Dependencies): Promise<Finding[]> {
  const { store, figures, mailServer } = given;
  const now = given.now();
  const proxy = await store.untrustedProxy();
  const taken = ok('smtp.ok', { host: mailServer?.host ?? '' });
  return [
    ...((await given.isClosed()) ? [bad('restored.closed')] : []),
    ...(await database(store)),
    ...(await storage(given)),
    ...(await blobs(figures, now)),
    backup(await given.lastBackup(), now),
    ...(await jobs(figures, now)),
    ...(await reach(mailServer?.attempt, 'smtp.away', [warn('smtp.none')], [taken])),
    await mails(figures),
    ...(proxy === undefined ? [] : [bad('proxy.untrusted', { address: proxy })]),
    ...(await clock(given, now)),
    ...(await besides(given)),
    ...(await administrators(given)),
  ];
}
