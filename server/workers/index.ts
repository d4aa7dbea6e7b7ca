export { PoolFull, taskFile, type WorkerPool, workerPool } from './pool.ts';
