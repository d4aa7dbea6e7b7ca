import { hostname } from 'node:os';
import type { Config } from '../config.ts';
import {
  type Db,
  lookAt,
  NewerDatabase,
  onPostgres,
  pendingMigrations,
  type Queries,
} from '../database/index.ts';
import { newId } from '../shared/ids.ts';
import { periodic } from '../shared/schedule.ts';
import { vitrineVersion } from '../shared/version.ts';
import { type Conflict, conflictOf, standingOf } from './conflicts.ts';
import { type Place, thisMachine } from './machine.ts';
import { InTheWay, oncePossible } from './patience.ts';
import {
  hasServers,
  lockedOthersOf,
  type OwnRow,
  othersOf,
  removeAll,
  type ServerRow,
  serversStore,
} from './servers.store.ts';

/** ms between beats. */
const EVERY = 5_000;

/** A download that a server sends now. */
export interface RunningDownload {
  recordId: string;
  /** Null: a guest's. */
  userId: string | null;
}

/** A server that lives. Times are ms since 1970, by the database's clock. */
export interface LiveServer {
  name: string;
  /** The one that answers. */
  isOwn: boolean;
  version: string;
  startedAt: number;
  seenAt: number;
  /** By how many ms its machine's clock is ahead. */
  clockAhead: number;
  /** Of others as of their last beat. */
  downloads: RunningDownload[];
}

/** `SERVER_NAME`; without one as the machine is called, as far as that is a name, or else as the data folder. */
export function serverNameOf({ serverName }: Pick<Config, 'serverName'>, id: string): string {
  const cleaned = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-/, '')
      .slice(0, 32)
      .replace(/-$/, '');
  return serverName ?? (cleaned(hostname().split('.')[0] ?? '') || cleaned(id) || 'server');
}

const packed = (downloads: readonly RunningDownload[]): string =>
  JSON.stringify(downloads.map(({ recordId, userId }) => [recordId, userId]));
const unpacked = (downloads: string): RunningDownload[] =>
  (JSON.parse(downloads) as [string, string | null][]).map(([recordId, userId]) => ({ recordId, userId }));

const liveOf = (row: ServerRow): LiveServer => ({
  name: row.name,
  isOwn: false,
  version: row.version,
  startedAt: row.started_at,
  seenAt: row.seen_at,
  clockAhead: row.clock_ahead,
  downloads: unpacked(row.downloads),
});

function assertNone([other]: ServerRow[]): void {
  if (other) throw new InTheWay(other, { id: 'servers.former', values: { name: other.name } });
}

/**
 * Called before a database is upgraded, in the same transaction: no other server may run on it.
 * @throws InTheWay
 */
export const assertAlone =
  (id: string, machine = thisMachine()) =>
  async (trx: Queries): Promise<void> => {
    if (!(await hasServers(trx))) return;
    assertNone(await lockedOthersOf(trx, { id, machine }));
    // Who counts as gone, and is not, finds its row removed, and looks at the database's version.
    await removeAll(trx);
  };

/**
 * A look before `assertAlone`: is the database to be upgraded, and another server runs on it?
 * @param where a `postgres://` URL, or the path of an SQLite file
 * @throws InTheWay
 */
export const assertMayUpgrade = (where: string, id: string, machine = thisMachine()): Promise<void> =>
  lookAt(where, async (db) => {
    const { pending } = await pendingMigrations(db);
    if (pending.length > 0 && (await hasServers(db))) assertNone(await othersOf(db, { id, machine }));
  });

/** What the live servers beside one's own data folder's may not be beside it, each. */
export async function conflictsBeside(
  db: Db,
  { config, id, machine = thisMachine() }: { config: Config } & Pick<Dependencies, 'id' | 'machine'>,
): Promise<Conflict[]> {
  if (!onPostgres(db)) return [];
  const own = standingOf(config, { id, name: serverNameOf(config, id) });
  return (await othersOf(db, { id, machine })).flatMap((other) => conflictOf(own, other) ?? []);
}

const NOWHERE: Place = { id: '', machine: '' };

/** The live servers, as somebody sees them who is none. */
export const liveServers = async (db: Db): Promise<LiveServer[]> =>
  onPostgres(db) ? (await othersOf(db, NOWHERE)).map(liveOf) : [];

interface Dependencies {
  db: Db;
  config: Config;
  /** Of the data folder. */
  id: string;
  /** Tests: another one than this. */
  machine?: string;
  /** By how many ms the machine's clock is ahead of the database's. */
  clockAhead: () => number;
  now: () => number;
  /** Told when the start must wait, with words. */
  onWaiting?: ((words: string) => void) | undefined;
  onError: (error: unknown) => void;
  /** Called when another server has upgraded the database under this one. */
  onFatal: (error: unknown) => void;
}

/**
 * Enters this server among those that run on the database, and keeps it there. On SQLite there is one: the lock of its
 * data folder refuses a second.
 * @throws InTheWay when it may not run beside one that lives
 */
export async function createServers(given: Dependencies) {
  const { db, config, id, machine = thisMachine(), clockAhead, now, onWaiting, onError, onFatal } = given;
  const isAlone = !onPostgres(db);
  const store = serversStore(db);
  const standing = standingOf(config, { id, name: serverNameOf(config, id) });
  const startedAt = now();
  let ownDownloads = (): RunningDownload[] => [];
  const doing = () => ({ clock_ahead: Math.round(clockAhead()), downloads: packed(ownDownloads()) });
  const own: OwnRow = { run: newId(), machine, version: vitrineVersion, ...standing, ...doing() };

  function judge(others: ServerRow[]): void {
    for (const other of others) {
      const conflict = conflictOf(standing, other);
      if (conflict) throw new InTheWay(other, conflict);
    }
  }

  /** The row was removed while the database was out of reach, or somebody runs with a copy of the data folder. */
  async function enterAgain(): Promise<void> {
    if (await store.hasRun(id))
      onError(
        new Error(
          `Another server runs with a copy of this data folder. Remove ${config.dataDir}/instance-id there.`,
        ),
      );
    await store.enter({ ...own, ...doing() }, () => {});
  }

  async function beat(): Promise<void> {
    if (await store.beat(own, doing())) return;
    await enterAgain().catch((error: unknown) => {
      if (error instanceof NewerDatabase) onFatal(error);
      else throw error;
    });
  }

  if (!isAlone) await oncePossible(() => store.enter(own, judge), onWaiting);
  const beats = isAlone ? undefined : periodic(beat, EVERY, onError);
  const others = async () => (isAlone ? [] : (await store.others(own)).map(liveOf));

  const ownServer = (): LiveServer => ({
    name: own.name,
    isOwn: true,
    version: own.version,
    startedAt,
    seenAt: now(),
    clockAhead: clockAhead(),
    downloads: ownDownloads(),
  });

  return {
    name: own.name,

    /** Says where this server's running downloads are asked for. */
    sends(running: () => RunningDownload[]): void {
      ownDownloads = running;
    },

    live: async (): Promise<LiveServer[]> =>
      [ownServer(), ...(await others())].sort((a, b) => (a.name < b.name ? -1 : 1)),

    conflicts: (): Promise<Conflict[]> => conflictsBeside(db, { config, id, machine }),

    /** The downloads that all servers send now, each once, from however many servers it comes. */
    async running(): Promise<RunningDownload[]> {
      const all = [...(await others()).flatMap(({ downloads }) => downloads), ...ownDownloads()];
      return [...new Map(all.map((one) => [one.recordId, one])).values()];
    },

    /** For tests: beats now. */
    beat: async (): Promise<void> => beats?.now(),

    /** Removes this server's row; a failure leaves it to the lease. */
    async leave(): Promise<void> {
      await beats?.stop();
      if (!isAlone) await store.leave(own).catch(onError);
    },
  };
}

export type Servers = Awaited<ReturnType<typeof createServers>>;
