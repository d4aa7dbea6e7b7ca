import fc from 'fast-check';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** What everything random in the tests is drawn from. */
    seed: number;
  }
}

export const seed = inject('seed');

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });

/** fast-check, with the seed of the run. */
export { fc };
