/**
 * Options of a test, or of a group, which `npm test` leaves to the guards (`npm run test:guards`, and `.ci/run`): a
 * second look at a rule that `npm test` looks at once, or a detail of a screen, which costs a browser's time. A file of
 * nothing else says `@module-tag guards` in its head.
 */
export const GUARD = { tags: ['guards'] };

/** The same for `npm run test:long`: details of screens, matrices, and programs that take minutes. `@module-tag long`. */
export const LONG = { tags: ['long'] };

/** A second look on either database: a guard on SQLite, at length on PostgreSQL, too. */
export const guardOn = (database: 'SQLite' | 'PostgreSQL') => (database === 'SQLite' ? GUARD : LONG);

export interface Look {
  colorScheme: 'light' | 'dark';
  /** px */
  width: number;
  /** By axe, or only whether something is wider than the page. */
  axe: boolean;
}

interface Round {
  /** Said behind a test's name. */
  round: string;
  /** Of its tests; none in `npm test`. */
  options: { tags?: string[] };
  looks: Look[];
}

/** How pages are looked at: in `npm test` once by axe, and that nothing is too wide; then on a dark phone; then in every way. */
export const rounds: Round[] = [
  {
    round: '',
    options: {},
    looks: [
      { colorScheme: 'light', width: 1280, axe: true },
      { colorScheme: 'dark', width: 320, axe: false },
    ],
  },
  {
    round: ', on a dark phone',
    options: GUARD,
    looks: [{ colorScheme: 'dark', width: 320, axe: true }],
  },
  {
    round: ', in every theme and width',
    options: LONG,
    looks: [
      { colorScheme: 'dark', width: 1280, axe: true },
      { colorScheme: 'light', width: 320, axe: true },
    ],
  },
];

/** The same where guards are run anyway: each state is opened once for both of the first. */
export const guardRounds: Round[] = [
  {
    round: '',
    options: {},
    looks: [
      { colorScheme: 'light', width: 1280, axe: true },
      { colorScheme: 'dark', width: 320, axe: true },
    ],
  },
  ...rounds.slice(2),
];

/** How a screen on somebody's way is looked at: in CI on a dark phone by axe, too. */
export const looks: Look[] = [
  { colorScheme: 'light', width: 1280, axe: true },
  { colorScheme: 'dark', width: 320, axe: process.env.CI === 'true' },
];
