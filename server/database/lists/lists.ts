import { askedThread } from './asked-thread.ts';
import type { Calls, CsvCalls } from './messages.ts';

/** MiB. What a question leaves behind is little; a thread that may, lets it grow to 50. */
const YOUNG = { maxYoungGenerationSizeMb: 16 };

/**
 * What the back office's long lists ask, answered by a thread of its own: exact counts, any page, sort and filter over
 * a million rows without holding the event loop (docs/decisions/0018). The thread begins with the first question.
 * @param where a `postgres://` URL, or the path of an SQLite file
 */
export const standingLists = (where: string) =>
  askedThread<Calls>(new URL('./worker.ts', import.meta.url), {
    name: 'lists',
    workerData: where,
    resourceLimits: YOUNG,
  });

/** MiB. A thread's garbage may grow old up to what its heap may hold, and one batch of rows needs little. */
const CSV_HEAP = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 6 };
/** ms. */
const CSV_REST = 10_000;

/**
 * Records as CSV, made by a thread of their own: a million rows would leave their garbage in the thread that answers
 * requests, or grow that of the lists, whose heap is large.
 */
export const csvMaker = (where: string) =>
  askedThread<CsvCalls>(
    new URL('./csv.worker.ts', import.meta.url),
    { name: 'csv', workerData: where, resourceLimits: CSV_HEAP },
    CSV_REST,
  );

export type StandingLists = ReturnType<typeof standingLists>;
export type CsvMaker = ReturnType<typeof csvMaker>;
