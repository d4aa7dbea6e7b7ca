import type { DictEntry } from './dictionary-entry.ts';

/** Labels by value, of the entries whose label differs from the value. */
export const labelsOf = (entries: readonly DictEntry[]): Record<string, string> =>
  Object.fromEntries(
    entries
      .filter(({ dictLabel, dictValue }) => dictLabel !== dictValue)
      .map(({ dictLabel, dictValue }) => [dictValue, dictLabel]),
  );
