/** `ok`: as it should be. `warn`: it works, and an operator should know. `bad`: it must be mended. */
export type State = 'ok' | 'warn' | 'bad';

/** What a check found: the words are those of `texts/en-health.ts`, by its id. */
export interface Finding {
  id: string;
  state: State;
  /** Fills the places of its words. Numbers are counts, sizes in bytes or seconds: who shows them writes them out. */
  values: Record<string, string | number>;
}

export const ok = (id: string, values: Finding['values'] = {}): Finding => ({ id, state: 'ok', values });
export const warn = (id: string, values: Finding['values'] = {}): Finding => ({ id, state: 'warn', values });
export const bad = (id: string, values: Finding['values'] = {}): Finding => ({ id, state: 'bad', values });

/** An error in one line. */
export const wordsOf = (error: unknown): string =>
  (error instanceof Error ? error.message || error.name : String(error)).split('\n')[0] ?? '';
