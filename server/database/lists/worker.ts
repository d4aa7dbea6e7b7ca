import { parentPort, workerData } from 'node:worker_threads';
import { type Answer, failureOf } from './asked-thread.ts';
import { listKeeper } from './keeper.ts';
import type { Call } from './messages.ts';
import { openSource } from './open-source.ts';

const source = openSource(workerData as string);
const keeper = listKeeper(source);

const send = (answer: Answer): void => parentPort?.postMessage(answer);
const fail = (id: number, error: unknown): void => send({ id, failure: failureOf(error) });

let waiting: Exclude<Call, { name: 'select' }>[] = [];
let running = false;

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
        send({ id, answer: keeper.answer(name, ask as never) });
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
