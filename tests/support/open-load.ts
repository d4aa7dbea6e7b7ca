import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Ask {
  /** For the words of a failure. */
  kind: string;
  method: string;
  path: string;
  token?: string;
  body?: object;
  /** Called once the answer says that it is done. */
  done?: () => void;
}

export interface Load {
  asked: number;
  answered: number;
  /** Kind, when (ms since the beginning) and why: every one of them. */
  failed: string[];
  /** Reached, over the whole time: the pace, or what the machine gave. */
  perSecond: number;
}

/** What an answer says of itself: a page by its status, a call by its code, too. */
function why(status: number, type: string, text: string): string | undefined {
  if (status !== 200) return `${status} ${text.slice(0, 200)}`;
  if (!type.includes('json')) return undefined;
  const { code } = JSON.parse(text) as { code?: number };
  return code === undefined || code === 200 ? undefined : text.slice(0, 200);
}

/**
 * Answers waited for at a time. Beyond it a machine that is too slow for the pace is given time: the portal rightly
 * refuses who has waited 5 s for the database.
 */
const WAITING = 16;

/**
 * Sends requests at a steady pace, not waiting for the former ones' answers, until `until` settles; then waits for all
 * answers. Nothing is sent twice: every failure counts.
 */
export async function openLoad(
  url: string,
  { perSecond, next, until }: { perSecond: number; next: (n: number) => Ask; until: Promise<unknown> },
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const load: Load = { asked: 0, answered: 0, failed: [], perSecond: 0 };
  const began = performance.now();
  const ask = ({ kind, method, path, token, body, done }: Ask): Promise<void> =>
    new Promise((resolve) => {
      const sent = performance.now();
      const fail = (reason: string) => {
        load.failed.push(`${kind} at ${Math.round(sent - began)} ms: ${reason}`);
        resolve();
      };
      const payload = body && JSON.stringify(body);
      const headers = {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(payload && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
      };
      const call = request(url + path, { method, headers, agent }, async (answer) => {
        try {
          const text = Buffer.concat(await answer.toArray()).toString();
          const reason = why(answer.statusCode ?? 0, answer.headers['content-type'] ?? '', text);
          if (reason) return fail(reason);
          load.answered++;
          done?.();
          resolve();
        } catch (error) {
          fail(String(error));
        }
      });
      call.on('error', (error: NodeJS.ErrnoException) =>
        fail(`${error.code} ${error.message}${call.reusedSocket ? ' (a kept connection)' : ''}`),
      );
      call.end(payload);
    });

  let over = false;
  const ended = until.finally(() => {
    over = true;
  });
  const answers: Promise<void>[] = [];
  while (!over) {
    await sleep(Math.max(1, began + (load.asked * 1_000) / perSecond - performance.now()));
    const due = Math.floor(((performance.now() - began) * perSecond) / 1_000);
    while (load.asked < due && load.asked - load.answered - load.failed.length < WAITING)
      answers.push(ask(next(load.asked++)));
  }
  await Promise.all(answers);
  load.perSecond = Math.round((load.asked * 1_000) / (performance.now() - began));
  agent.destroy();
  await ended;
  return load;
}
