/**
 * A light HTTP client in a process of its own: raw sockets that stay open, one request at a time on each, answers
 * counted and thrown away.
 *
 *   node bench/support/page-load.ts '{"url":…,"path":…,"clients":…,"seconds":…}'
 *
 * Prints {"perSecond":…,"p99":…}.
 */
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';

export interface PageLoad {
  url: string;
  /** Of several, one after the other, whoever asks. */
  path: string | string[];
  clients: number;
  seconds: number;
  /** Of the request, each on a line of its own. */
  headers?: string[];
  /** What every answer must be. */
  status: 200 | 304;
}

export interface PageLoaded {
  perSecond: number;
  /** ms. */
  p99: number;
}

/** Runs a load in a process of its own. */
export async function runPageLoad(load: PageLoad): Promise<PageLoaded> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), JSON.stringify(load)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pieces: Buffer[] = [];
  for await (const piece of child.stdout) pieces.push(piece as Buffer);
  return JSON.parse(Buffer.concat(pieces).toString()) as PageLoaded;
}

/** Asks over one connection until the time is over. */
function client(
  { url, path, headers = [], status }: PageLoad,
  until: number,
  times: number[],
  turn: { next: number },
): Promise<void> {
  const { hostname, port } = new URL(url);
  const requests = [path]
    .flat()
    .map((one) =>
      Buffer.from([`GET ${one} HTTP/1.1`, `host: ${hostname}:${port}`, ...headers, '', ''].join('\r\n')),
    );
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    socket.setNoDelay();
    let asked = 0;
    let head = '';
    /** Bytes of the body that are still to come; undefined while the head does. */
    let left: number | undefined;
    const ask = () => {
      if (performance.now() >= until) {
        socket.destroy();
        resolve();
        return;
      }
      head = '';
      left = undefined;
      asked = performance.now();
      socket.write(requests[turn.next++ % requests.length] as Buffer);
    };
    socket.on('data', (chunk: Buffer) => {
      let length = chunk.length;
      if (left === undefined) {
        head += chunk.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        if (!head.startsWith(`HTTP/1.1 ${status} `)) {
          reject(new Error(head.slice(0, 300)));
          socket.destroy();
          return;
        }
        const told = /\r\ncontent-length: (\d+)/i.exec(head.slice(0, end))?.[1];
        left = status === 304 ? 0 : Number(told);
        length = head.length - end - 4;
      }
      left -= length;
      if (left > 0) return;
      times.push(performance.now() - asked);
      ask();
    });
    socket.on('connect', ask).on('error', reject);
    socket.on('end', () => reject(new Error('the server closed the connection')));
  });
}

async function main(load: PageLoad): Promise<void> {
  const times: number[] = [];
  const turn = { next: 0 };
  const began = performance.now();
  const until = began + load.seconds * 1_000;
  await Promise.all(Array.from({ length: load.clients }, () => client(load, until, times, turn)));
  const seconds = (performance.now() - began) / 1_000;
  times.sort((a, b) => a - b);
  const p99 = times[Math.floor(times.length * 0.99)] ?? Number.NaN;
  console.log(JSON.stringify({ perSecond: times.length / seconds, p99 }));
}

if (import.meta.main) await main(JSON.parse(process.argv[2] ?? '{}') as PageLoad);
