import { agreements } from './loads/agreements.ts';
import { datasets } from './loads/datasets.ts';
import { downloads } from './loads/downloads.ts';
import { people } from './loads/people.ts';
import { sessions } from './loads/sessions.ts';
import { settings } from './loads/settings.ts';
import { uploads } from './loads/uploads.ts';
import type { Load, World } from './world.ts';

/** Every kind of work, in the order in which each is prepared. */
export const loads: Record<string, (world: World) => Load> = {
  people,
  datasets,
  uploads,
  settings,
  sessions,
  agreements,
  downloads,
};

/** How often each kind of work is chosen; what is not named is never. */
export type Mix = Partial<Record<keyof typeof loads, number>>;

/** The table of loads. */
export const mixes = {
  /** What a day has, all at once. */
  mixed: { people: 2, datasets: 6, uploads: 5, settings: 3, sessions: 4, agreements: 4, downloads: 6 },
  /** Bytes coming in. */
  uploads: { datasets: 6, uploads: 6, settings: 1 },
  /** Bytes going out. */
  downloads: { downloads: 8, sessions: 2, settings: 1 },
  /** Small writes of people and administrators. */
  accounts: { people: 3, sessions: 4, agreements: 5, settings: 3 },
} satisfies Record<string, Mix>;
