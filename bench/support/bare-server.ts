/** The measure: node:http with one buffer in memory, sent for whatever is asked. Its body comes on standard input. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const pieces: Buffer[] = [];
for await (const piece of process.stdin) pieces.push(piece as Buffer);
const body = Buffer.concat(pieces);
const headers = { 'content-type': process.argv[2] ?? 'text/plain', 'content-length': body.length };
const server = createServer((_, response) => {
  response.writeHead(200, headers);
  response.end(body);
}).listen(0, '127.0.0.1');
await once(server, 'listening');
console.log(`listens on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
process.once('SIGTERM', () => process.exit());
