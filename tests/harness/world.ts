import { randomFrom } from '../support/random.ts';
import type { ServerProcess } from '../support/server-process.ts';
import type { Portal } from './portal.ts';
import type { Kept, Thing } from './thing.ts';

/** What the loads of a run share: the server as it is now, chance, and who there is. */
export interface World {
  /** Another one after each start. */
  portal: Portal;
  random: () => number;
  randomBytes: (size: number) => Buffer<ArrayBuffer>;
  /** A whole number from 0 below `most`. */
  below: (most: number) => number;
  /** One of them. */
  one: <Item>(from: readonly Item[]) => Item;
  /** Another one each time: names, addresses. */
  next: () => number;
  /** People with approved accounts. */
  people: string[];
  /** True once nothing more is begun. */
  over: boolean;
  /** The fault may bring back what was not synced: the three writes of decision 0016 may be lost. */
  forgets: boolean;
}

export function newWorld(seed: number, forgets: boolean): Omit<World, 'portal'> {
  const { random, randomBytes } = randomFrom(seed);
  let many = 0;
  const below = (most: number) => Math.floor(random() * most);
  return {
    random,
    randomBytes,
    below,
    one: (from) => from[below(from.length)] as (typeof from)[number],
    next: () => ++many,
    people: [],
    over: false,
    forgets,
  };
}

/** A kind of work, and the ledger of what was acknowledged of it. */
export interface Load {
  /** Once, before anything happens. */
  prepare?: () => Promise<void>;
  /** One small piece of work; several go on at once. It never throws for what the server answers. */
  act: () => Promise<void>;
  /** What can be looked up again. */
  things?: () => Iterable<Kept>;
  /** What is no thing: problems found after a fault. */
  check?: () => Promise<string[]>;
  /** The clock has jumped: what has an end may be over. */
  clockJumped?: () => void;
  /** Whether its things are in a backup: sessions end when it is restored. */
  isInBackup?: boolean;
}

/** The first that nobody works on and whose state is known. */
export function idle<State>(things: readonly Thing<State>[], fits: (state: State) => boolean, world: World) {
  const free = things.filter(
    (thing) => !thing.isBusy && !thing.isOpen && !thing.isRetired && fits(thing.acknowledged),
  );
  return free.length > 0 ? world.one(free) : undefined;
}

/** Works on a thing alone. */
export async function alone<State>(thing: Thing<State>, work: () => Promise<unknown>): Promise<void> {
  thing.isBusy = true;
  try {
    await work();
  } finally {
    thing.isBusy = false;
  }
}

/** A server under load and fault. */
export interface Run {
  server: ServerProcess;
  dataDir: string;
  world: World;
  loads: Map<string, Load>;
  /** Starts the server again, on what its end has left. */
  start: () => Promise<void>;
}
