import type { DictEntry } from '../../../contract/dictionary-entry.ts';
import { taskFile, type WorkerPool } from '../../workers/index.ts';

/** Rows that take some 10 ms on the main thread; more are written in a worker thread. */
const MOST_AT_ONCE = 200;

const writing = taskFile<typeof import('./spreadsheet.task.ts')>(
  new URL('./spreadsheet.task.ts', import.meta.url),
);

/** Entries as an .xlsx file; long ones are written in a worker thread. */
export async function spreadsheet(pool: WorkerPool, entries: DictEntry[]): Promise<Buffer> {
  // Imported on first use: few servers ever write one.
  if (entries.length <= MOST_AT_ONCE) return (await import('./workbook.ts')).workbook(entries);
  return Buffer.from(await pool.run(writing, 'write', entries));
}
