/**
 * Whether an answer's time tells who is registered (threats.md, row 22): each call for a known and an unknown address by
 * turns, on a real server process.
 *
 *   node bench/known-addresses.ts [times]
 *
 * What is printed is the medians and their ratio; no test judges them, since the work is the same by construction.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { registeredByMail } from '../tests/support/person.ts';
import { callServer, startServer } from '../tests/support/server-process.ts';
import { inTurn, median, pairedRatio, table } from './support/figures.ts';

const TIMES = Number(process.argv[2] ?? 200);
const KNOWN = 'known@example.org';
const WRONG = { validCode: '12345678', password: 'eleven quiet harbours under glass' };
const APPLICATION = { firstName: 'Ada', familyName: 'Lovelace', affiliation: 'Society', purpose: 'Weaving' };

const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-known-'));
const server = await startServer(dataDir);

async function captcha(): Promise<string> {
  const challenge = await callServer<Challenge>(server.url, 'GET', '/api/v1/getCaptcha');
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/** ms of one call; what it needs is made before the clock runs. */
async function timed(path: string, body: object): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`${server.url}/api/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return performance.now() - began;
}

const calls: Record<string, (email: string) => Promise<number>> = {
  login: (email) => timed('login', { email, password: WRONG.password }),
  register: (email) => timed('register', { email, ...WRONG, ...APPLICATION }),
  resetPassword: (email) => timed('resetPassword', { email, ...WRONG }),
  'sendValidCode register': async (email) =>
    timed('sendValidCode', { email, purpose: 'register', captcha: await captcha() }),
  'sendValidCode reset': async (email) =>
    timed('sendValidCode', { email, purpose: 'reset', captcha: await captcha() }),
};

try {
  await registeredByMail(server.url, dataDir, KNOWN);
  const rows = [['ms', 'known', 'unknown', 'known / unknown']];
  for (const [name, call] of Object.entries(calls)) {
    let n = 0;
    const { known = [], unknown = [] } = await inTurn(TIMES, {
      known: () => call(KNOWN),
      // Another each time, as somebody who looks for addresses asks.
      unknown: () => call(`nobody${n++}@example.org`),
    });
    rows.push([
      name,
      median(known).toFixed(2),
      median(unknown).toFixed(2),
      pairedRatio(known, unknown).toFixed(2),
    ]);
  }
  console.log(table(rows));
} finally {
  await server.end();
  await rm(dataDir, { recursive: true, force: true });
}
