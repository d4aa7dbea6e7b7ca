import { parentPort, workerData } from 'node:worker_threads';
import { presentRecord } from '../present-record.ts';
import { type Answer, type CallOf, failureOf } from './asked-thread.ts';
import type { CsvCalls } from './messages.ts';
import { openSource } from './open-source.ts';
import { csvLines } from './records-csv.ts';

const source = openSource(workerData as string);

async function lines({ ids, columns }: CsvCalls['lines']['ask']): Promise<CsvCalls['lines']['answer']> {
  const byId = new Map((await source.records(ids)).map((row) => [row.id, row]));
  const rows = ids.flatMap((one) => byId.get(one) ?? []);
  const last = rows.at(-1);
  return {
    text: csvLines(rows.map(presentRecord), columns),
    last: last && { startedAt: last.started_at, id: last.id },
  };
}

const send = (answer: Answer): void => parentPort?.postMessage(answer);

parentPort?.on('message', ({ id, ask }: CallOf<CsvCalls>) => {
  lines(ask).then(
    (answer) => send({ id, answer }),
    (error: unknown) => send({ id, failure: failureOf(error) }),
  );
});
