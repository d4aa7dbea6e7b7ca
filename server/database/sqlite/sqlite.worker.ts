import { parentPort, workerData } from 'node:worker_threads';
import { connect, run } from './connect.ts';
import { type Answer, monotonic, type Statement } from './messages.ts';

/** Changed rows after which the WAL is checkpointed. */
const CHANGES = 1_000;
/** Pages of the WAL (64 MiB) at which SQLite checkpoints within a commit, which would not report a failure. */
const MOST_PAGES = 16_384;

const { file, readonly } = workerData as { file: string; readonly: boolean };
const database = connect(file, { readonly });
const changes = database.prepare<[], number>('select total_changes()').pluck();
let checkpointed = 0;

if (!readonly) {
  database.pragma('journal_mode = WAL');
  database.pragma(`wal_autocheckpoint = ${MOST_PAGES}`);
}

const send = (answer: Answer): void => parentPort?.postMessage(answer);

const failureOf = (error: unknown) => ({
  message: error instanceof Error ? error.message : String(error),
  code: error instanceof Error && 'code' in error ? String(error.code) : undefined,
});

/**
 * Explicit rather than SQLite's automatic checkpoint within a commit: a failed fsync of the file must be noticed
 * (faults.md).
 */
function checkpoint(): void {
  if (readonly || database.inTransaction) return;
  const now = changes.get() ?? 0;
  if (now - checkpointed < CHANGES) return;
  checkpointed = now;
  try {
    database.pragma('wal_checkpoint(PASSIVE)');
  } catch (error) {
    send({ id: undefined, failure: failureOf(error) });
  }
}

parentPort?.on('message', (statement: Statement | 'close') => {
  if (statement === 'close') {
    database.close();
    parentPort?.close();
    return;
  }
  const { id, deadline } = statement;
  try {
    // SQLite's busy waiting blocks only this thread.
    if (!database.inTransaction)
      database.pragma(`busy_timeout = ${Math.max(0, Math.ceil(deadline - monotonic()))}`);
    send({ id, result: run(database, statement) });
  } catch (error) {
    send({ id, failure: failureOf(error) });
  }
  checkpoint();
});
