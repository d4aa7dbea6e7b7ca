import fc from 'fast-check';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** What everything random in the tests is drawn from. */
    seed: number;
  }
}

function seedOfRun(): number {
  try {
    return inject('seed');
  } catch {
    // What is measured in bench/ draws too, with no run of tests to ask.
    return 1;
  }
}

export const seed = seedOfRun();

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });

/** fast-check, with the seed of the run. */
export { fc };
