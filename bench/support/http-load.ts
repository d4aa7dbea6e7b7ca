/**
 * A light HTTP client in a process of its own: raw sockets, one reused buffer each, bytes counted and thrown away.
 *
 *   node bench/support/http-load.ts '{"port":…,"paths":[…],"clients":…,"bytes":…,"part":…,"size":…}'
 *
 * Prints {"bytes":…,"seconds":…}.
 */
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';

export interface Load {
  port: number;
  /** Asked for in turn, one after the other by each client. */
  paths: string[];
  clients: number;
  /** Of body in all, at least. */
  bytes: number;
  /** Bytes of the file. */
  size: number;
  /** Asked for in ranges of this many bytes; absent: whole. */
  part?: number;
}

export interface Loaded {
  bytes: number;
  seconds: number;
}

/** Runs a load in a process of its own. */
export async function runLoad(load: Load): Promise<Loaded> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), JSON.stringify(load)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pieces: Buffer[] = [];
  for await (const piece of child.stdout) pieces.push(piece as Buffer);
  return JSON.parse(Buffer.concat(pieces).toString()) as Loaded;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** One client: asks over one kept connection until `next` says that it is enough. */
function client(load: Load, next: () => string | undefined, counted: (bytes: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let left = 0;
    let head: Buffer | undefined = Buffer.of();
    const socket = connect({
      port: load.port,
      host: '127.0.0.1',
      onread: {
        buffer: Buffer.allocUnsafeSlow(256 * 1024),
        callback: (bytes, buffer) => {
          take(Buffer.from(buffer.buffer, buffer.byteOffset, bytes));
          return true;
        },
      },
    });
    const ask = () => {
      const request = next();
      head = Buffer.of();
      if (request === undefined) {
        socket.destroy();
        resolve();
      } else {
        socket.write(request);
      }
    };
    function take(chunk: Buffer): void {
      let body = chunk;
      if (head) {
        const all = Buffer.concat([head, chunk]);
        const end = all.indexOf(HEAD_END);
        if (end < 0) {
          head = all;
          return;
        }
        const text = all.subarray(0, end).toString('latin1');
        if (!/^HTTP\/1\.1 20[06]/.test(text)) {
          reject(new Error(text.slice(0, 300)));
          socket.destroy();
          return;
        }
        left = Number(/content-length: (\d+)/i.exec(text)?.[1]);
        head = undefined;
        body = all.subarray(end + HEAD_END.length);
      }
      left -= body.length;
      counted(body.length);
      if (left === 0) ask();
    }
    socket.on('connect', ask).on('error', reject);
    socket.on('end', () => reject(new Error('the server closed the connection')));
  });
}

async function main(load: Load): Promise<void> {
  let asked = 0;
  let bytes = 0;
  const next = () => {
    const n = asked++;
    const length = load.part ?? load.size;
    if (n * length >= load.bytes) return undefined;
    const path = load.paths[n % load.paths.length];
    // Spread over the file: no two clients walk in step.
    const parts = Math.floor(load.size / length);
    const start = ((n * 7_919) % parts) * length;
    const range = load.part === undefined ? '' : `range: bytes=${start}-${start + length - 1}\r\n`;
    return `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${range}\r\n`;
  };
  const began = performance.now();
  await Promise.all(
    Array.from({ length: load.clients }, () =>
      client(load, next, (more) => {
        bytes += more;
      }),
    ),
  );
  console.log(JSON.stringify({ bytes, seconds: (performance.now() - began) / 1_000 }));
}

if (import.meta.main) await main(JSON.parse(process.argv[2] ?? '{}') as Load);
