import { parentPort, workerData } from 'node:worker_threads';
import { presentRecord } from '../present-record.ts';
import { listKeeper } from './keeper.ts';
import type { Answer, Call, Calls } from './messages.ts';
import { postgresSource } from './postgres-source.ts';
import { sqliteSource } from './sqlite-source.ts';

const where = workerData as string;
const source = /^postgres(ql)?:/.test(where) ? postgresSource(where) : sqliteSource(where);
const keeper = listKeeper(source);

const send = (answer: Answer, transfer: ArrayBuffer[] = []): void =>
  parentPort?.postMessage(answer, transfer);

function fail(id: number, error: unknown): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  send({ id, failure: { message: error instanceof Error ? error.message : String(error), code } });
}

let waiting: Exclude<Call, { name: 'select' }>[] = [];
let running = false;

/** Made here, and handed over: a million rows would leave their garbage in the thread that answers requests. */
async function sendCsv(id: number, { columns, ...ask }: Calls['recordsCsv']['ask']): Promise<void> {
  // The thread begins with the first question, which is seldom this one.
  const { csvLines } = await import('./records-csv.ts');
  const ids = keeper.answer('recordsBefore', ask);
  const byId = new Map((await source.records(ids)).map((row) => [row.id, row]));
  const rows = ids.flatMap((one) => byId.get(one) ?? []);
  const bytes = new TextEncoder().encode(csvLines(rows.map(presentRecord), columns));
  const row = ids.length === ask.size ? rows.at(-1) : undefined;
  const last = row && { startedAt: row.started_at, id: row.id };
  send({ id, answer: { bytes, last } }, [bytes.buffer]);
}

/** All that wait are answered after one look at what has changed, which begins after they came. */
async function answerAll(): Promise<void> {
  running = true;
  while (waiting.length > 0) {
    const calls = waiting;
    waiting = [];
    const late = await keeper.keepUp().then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    for (const { id, name, ask } of calls) {
      try {
        if (late) throw late.error;
        if (name === 'recordsCsv') await sendCsv(id, ask);
        else send({ id, answer: keeper.answer(name, ask as never) });
      } catch (error) {
        fail(id, error);
      }
    }
  }
  running = false;
}

parentPort?.on('message', (call: Call) => {
  if (call.name === 'select') {
    source.select(call.ask.sql, call.ask.parameters).then(
      (answer) => send({ id: call.id, answer }),
      (error: unknown) => fail(call.id, error),
    );
    return;
  }
  waiting.push(call);
  if (!running) void answerAll();
});
