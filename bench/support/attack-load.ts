/** What an attacker sends, from a thread of its own: the measuring thread's clock is not held up. */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { pausedReaders } from '../../tests/support/paused-readers.ts';

export interface Attack {
  kind: 'descriptions' | 'passwords' | 'bodies' | 'readers';
  url: string;
  /** How long it goes on; ms. */
  ms: number;
  /** At a time: passwords in a volley, bodies, readers. */
  count: number;
  /** Of an administrator, for descriptions. */
  token: string;
  datasetId: string;
  /** A public document, for readers. */
  document: string;
}

/** How often each status was answered; 0 stands for a connection that broke. */
export type Statuses = Record<string, number>;

export function attack(task: Attack): Promise<Statuses> {
  const worker = new Worker(new URL(import.meta.url), { workerData: task });
  return new Promise((resolve, reject) => {
    worker.on('message', resolve).on('error', reject);
  });
}

const agent = new Agent({ keepAlive: true });

/** Sends all of the body, whatever comes back meanwhile. @returns the status, or 0 */
async function send(
  { url }: Attack,
  method: string,
  path: string,
  { body, token }: { body?: string; token?: string } = {},
): Promise<number> {
  const headers = {
    accept: 'text/html',
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const asking = request(url + path, { method, headers, agent });
  asking.end(body);
  try {
    const [answer] = await once(asking, 'response');
    answer.resume();
    await once(answer, 'end');
    return answer.statusCode ?? 0;
  } catch {
    return 0;
  }
}

const most = (text: string, length: number): string =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length);

/** What makes parsers of Markdown and of HTML go back over what they have read. */
const hostileTexts = [
  '[',
  '![',
  '[a](',
  '*a ',
  '**_',
  '_a*b',
  '`',
  '`a``',
  '<',
  '<a ',
  '<!--',
  '&amp',
  '> ',
  '- ',
  '  - a\n',
  '|a',
  '~~',
  '(',
  'a@',
  'http://',
  '\\',
  '# ',
  '\n\n\t',
].map((text) => most(text, 50_000));

/** What makes an estimate of strength try the most. */
const hostilePasswords = [
  'abc',
  '4@8({[<369&#!1|0$5+7%2',
  'qwertyuiop',
  'password1',
  '19991231',
  'aA1!',
  'zyxwv',
].map((text) => most(text, 128));

/** The attacks; each answers for one round. */
const rounds: Record<Attack['kind'], (task: Attack, n: number) => Promise<number[]>> = {
  async descriptions(task, n) {
    const body = JSON.stringify({ detail: hostileTexts[n % hostileTexts.length] });
    const saved = await send(task, 'PUT', `/api/v1/admin/updateDataset/${task.datasetId}`, {
      body,
      token: task.token,
    });
    const pages = [`/datasetDetail/${task.datasetId}`, `/api/v1/dataset/${task.datasetId}`, '/', '/feed.xml'];
    return [saved, ...(await Promise.all(pages.map((path) => send(task, 'GET', path))))];
  },

  passwords: (task, n) =>
    Promise.all(
      Array.from({ length: task.count }, (_, i) => {
        const proof = {
          email: `nobody${n}.${i}@example.org`,
          validCode: '12345678',
          password: hostilePasswords[(n + i) % hostilePasswords.length],
        };
        const person = { firstName: 'A', familyName: 'B', affiliation: 'C', purpose: 'D' };
        return i % 2 === 0
          ? send(task, 'POST', '/api/v1/resetPassword', { body: JSON.stringify(proof) })
          : send(task, 'POST', '/api/v1/register', { body: JSON.stringify({ ...proof, ...person }) });
      }),
    ),

  bodies(task) {
    const half = 4 * 1024 * 1024;
    const body = '['.repeat(half) + ']'.repeat(half);
    const path = `/api/v1/admin/addSubsets/${task.datasetId}`;
    return Promise.all(Array.from({ length: task.count }, () => send(task, 'POST', path, { body })));
  },

  async readers({ url, document, count, ms }) {
    const readers = await pausedReaders(Number(new URL(url).port), document, count);
    await sleep(ms);
    const statuses = await readers.statuses();
    readers.close();
    return statuses;
  },
};

if (!isMainThread) {
  const task = workerData as Attack;
  const statuses: Statuses = {};
  const end = performance.now() + task.ms;
  for (let n = 0; n === 0 || performance.now() < end; n++) {
    for (const status of await rounds[task.kind](task, n)) statuses[status] = (statuses[status] ?? 0) + 1;
  }
  agent.destroy();
  parentPort?.postMessage(statuses);
}
