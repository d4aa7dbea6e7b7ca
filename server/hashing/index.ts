export type { Pieces } from './pieces.ts';
export { type Digested, defaultThreads, type HashPool, hashPool } from './pool.ts';
