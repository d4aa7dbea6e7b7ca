export { PoolFull, type PoolUse, taskFile, type WorkerPool, workerPool } from './pool.ts';
