/**
 * Whether a rule that holds everywhere is looked at everywhere: in CI, and in `npm run test:long`. `npm test`, which
 * somebody waits for, looks at it in each place once.
 */
export const guards = process.env.GUARDS === 'all';

interface Look {
  colorScheme: 'light' | 'dark';
  /** px */
  width: number;
  /** By axe, or only whether something is wider than the page. */
  axe: boolean;
}

/** Every theme and every width; in `npm run test:long` every pair of them. */
export const looks: Look[] = [
  { colorScheme: 'light', width: 1280, axe: true },
  { colorScheme: 'dark', width: 320, axe: guards },
  ...(process.env.LOOKS === 'all'
    ? ([
        { colorScheme: 'dark', width: 1280, axe: true },
        { colorScheme: 'light', width: 320, axe: true },
      ] as const)
    : []),
];
