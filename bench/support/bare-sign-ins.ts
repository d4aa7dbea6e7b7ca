/**
 * The least that takes sign-ins: node:http, one body from memory for whoever reads, and for whoever posts a password
 * checked as the server does it, in its two threads. No database, no router, no limits.
 *
 *   node bench/support/bare-sign-ins.ts CONTENT_TYPE < body
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, json } from 'node:stream/consumers';
import { checkPassword, hashPassword } from '../../server/auth/index.ts';
import { PASSWORD } from '../../tests/support/person.ts';

const body = await buffer(process.stdin);
const headers = { 'content-type': process.argv[2] ?? '', 'content-length': body.length };
const stored = await hashPassword(PASSWORD, 'user');

const server = createServer(async (request, response) => {
  if (request.method !== 'POST') {
    response.writeHead(200, headers).end(body);
    return;
  }
  const { password } = (await json(request)) as { password: string };
  const answer = JSON.stringify({ right: await checkPassword(password, stored, 'user') });
  response
    .writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length })
    .end(answer);
});
server.listen(0, '127.0.0.1', () =>
  console.log(`listens on http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
