import { Worker } from 'node:worker_threads';
import type { DictEntry } from '../../../contract/dictionary-entry.ts';

/** What the thread is given, and gives back. */
export type ToWriter = DictEntry[];
export type FromWriter = Uint8Array;

/** Rows that take some 10 ms; a thousand would hold everybody up for 50. */
const MOST_AT_ONCE = 200;

let busy: Promise<unknown> = Promise.resolve();

/** Entries as an .xlsx file. Many of them are written in a thread of its own, one file at a time. */
export async function spreadsheet(entries: DictEntry[]): Promise<Buffer> {
  // Loaded when it is first wanted: few servers ever write one.
  if (entries.length <= MOST_AT_ONCE) return (await import('./workbook.ts')).workbook(entries);
  const mine = busy.then(() => inThread(entries));
  busy = mine.catch(() => {});
  return mine;
}

const inThread = (entries: ToWriter): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./spreadsheet.worker.ts', import.meta.url), { workerData: entries });
    worker.once('message', (bytes: FromWriter) => resolve(Buffer.from(bytes)));
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread ended without a spreadsheet')));
  });
