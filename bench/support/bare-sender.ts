/**
 * The least that Node's own HTTP server does for a file: no ticket, no approval, no count, no framework. Read into
 * two reused buffers of 256 KiB per answer and written as they are, like our sender (performance.md).
 *
 *   node bench/support/bare-sender.ts FILE
 *
 * Prints its port.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fstatSync, openSync, read } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

const BUFFER = 256 * 1024;
const IN_FLIGHT = 2;

export interface BareSender {
  port: number;
  pid: number;
  close: () => void;
}

/** Starts it in a process of its own. */
export async function bareSender(file: string): Promise<BareSender> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return { port: Number(port.toString()), pid: child.pid ?? 0, close: () => child.kill() };
}

function main(file: string): void {
  const fd = openSync(file, 'r');
  const { size } = fstatSync(fd);
  const free: Buffer[] = [];

  function send(response: ServerResponse, start: number, end: number): void {
    let at = start;
    let out = 0;
    let reading = false;
    const go = () => {
      if (reading || out === IN_FLIGHT || at === end) return;
      reading = true;
      const buffer = free.pop() ?? Buffer.allocUnsafeSlow(BUFFER);
      read(fd, buffer, 0, Math.min(BUFFER, end - at), at, (error, bytes) => {
        if (error) throw error;
        reading = false;
        at += bytes;
        out++;
        response.write(bytes === BUFFER ? buffer : buffer.subarray(0, bytes), () => {
          out--;
          free.push(buffer);
          if (at === end && out === 0) response.end();
          else go();
        });
        go();
      });
    };
    go();
  }

  const server = createServer((request, response) => {
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    const [start, end] = range ? [Number(range[1]), Number(range[2]) + 1] : [0, size];
    response.writeHead(range ? 206 : 200, { 'content-length': end - start });
    send(response, start, end);
  });
  server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
}

if (import.meta.main) main(process.argv[2] ?? '');
