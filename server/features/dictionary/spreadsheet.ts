import type { DictEntry } from '../../../contract/dictionary-entry.ts';
import { taskFile, type WorkerPool } from '../../workers/index.ts';

/** Rows that take some 10 ms; a thousand would hold everybody up for 50. */
const MOST_AT_ONCE = 200;

const writing = taskFile<typeof import('./spreadsheet.task.ts')>(
  new URL('./spreadsheet.task.ts', import.meta.url),
);

/** Entries as an .xlsx file. Many of them are written in a thread. */
export async function spreadsheet(pool: WorkerPool, entries: DictEntry[]): Promise<Buffer> {
  // Loaded when it is first wanted: few servers ever write one.
  if (entries.length <= MOST_AT_ONCE) return (await import('./workbook.ts')).workbook(entries);
  return Buffer.from(await pool.run(writing, 'write', entries));
}
