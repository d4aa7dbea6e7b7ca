import { parentPort, workerData } from 'node:worker_threads';
import { presentRecord } from '../present-record.ts';
import { type Answer, type CallOf, failureOf } from './asked-thread.ts';
import type { CsvCalls } from './messages.ts';
import { openSource } from './open-source.ts';
import { csvLines } from './records-csv.ts';

const utf8 = new TextEncoder();
/** KiB. It goes through the file once: what it has read it does not need again. */
const CACHE = 1_000;

const source = openSource(workerData as string, CACHE);

async function lines({ ids, columns }: CsvCalls['lines']['ask']): Promise<CsvCalls['lines']['answer']> {
  const byId = new Map((await source.records(ids)).map((row) => [row.id, row]));
  const rows = ids.flatMap((one) => byId.get(one) ?? []);
  const last = rows.at(-1);
  return {
    bytes: utf8.encode(csvLines(rows.map(presentRecord), columns)),
    last: last && { startedAt: last.started_at, id: last.id },
  };
}

const send = (answer: Answer, moves: ArrayBuffer[] = []): void => parentPort?.postMessage(answer, moves);

parentPort?.on('message', ({ id, ask }: CallOf<CsvCalls>) => {
  lines(ask).then(
    (answer) => send({ id, answer }, [answer.bytes.buffer]),
    (error: unknown) => send({ id, failure: failureOf(error) }),
  );
});
