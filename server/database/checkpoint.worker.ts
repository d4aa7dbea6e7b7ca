import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

const database = new Database(workerData as string, { fileMustExist: true, timeout: 0 });
database.pragma('synchronous = FULL');
// PASSIVE: nobody ever waits for it.
parentPort?.on('message', () => {
  database.pragma('wal_checkpoint(PASSIVE)');
  parentPort?.postMessage('done');
});
parentPort?.once('close', () => database.close());
