import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { median, pairedRatio, quantile } from '../../bench/support/figures.ts';
import { havePrograms } from '../support/programs.ts';
import { type Published, published } from '../support/published.ts';

const CONNECTIONS = 1_000;
/** ms between two healthy requests, and of them without an attack. */
const EVERY = 20;
const QUIET = 10_000;
/** Each with a baseline of its own: what else the machine does then hits both alike. */
const ROUNDS = 5;

/** p95 in ms: of the portal, and of a bare server beside it, asked at the same moments and attacked by nobody. */
interface Measured {
  portal: number;
  bare: number;
  requests: number;
  failed: string[];
}

/** ms until the end of one answer, over a connection of its own as a visitor's first. */
async function healthyRequest(url: string): Promise<number> {
  const began = performance.now();
  const asking = request(url, { agent: false, timeout: 10_000 });
  asking.on('timeout', () => asking.destroy(new Error('no answer within 10 s')));
  asking.end();
  const [answer] = await once(asking, 'response');
  answer.resume();
  await once(answer, 'end');
  if (answer.statusCode !== 200) throw new Error(`status ${answer.statusCode}`);
  return performance.now() - began;
}

/** Asks at a steady pace until `signal`: a slow answer must not make the next one come later. */
async function healthy(portal: string, bare: string, signal: AbortSignal): Promise<Measured> {
  const times: { portal: number[]; bare: number[] } = { portal: [], bare: [] };
  const failed: string[] = [];
  const asked: Promise<unknown>[] = [];
  const ask = (of: 'portal' | 'bare', url: string) =>
    healthyRequest(url).then(
      (ms) => times[of].push(ms),
      (error: unknown) => failed.push(`${of}: ${error}`),
    );
  const began = performance.now();
  for (let n = 0; !signal.aborted; n++) {
    const path = n % 2 === 0 ? '/api/v1/datasets' : '/';
    asked.push(ask('portal', portal + path), ask('bare', bare + path));
    await sleep(Math.max(0, n * EVERY - (performance.now() - began)));
  }
  await Promise.all(asked);
  const p95 = (of: number[]) =>
    quantile(
      of.sort((a, b) => a - b),
      0.95,
    );
  return { portal: p95(times.portal), bare: p95(times.bare), requests: times.portal.length, failed };
}

/**
 * Begins an attack, as the tool's manual has it, which ends when the server has cut all of its connections. The tool
 * waits by asking over and over: it gives way, as it would to nobody if it ran elsewhere.
 */
function slowhttptest(mode: readonly string[]) {
  const load = ['-c', `${CONNECTIONS}`, '-r', '200', '-i', '10', '-x', '24', '-p', '3', '-l', '60'];
  const child = spawn('nice', ['-n', '5', 'slowhttptest', ...mode, ...load], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (piece) => {
    said += piece;
  });
  return { gone: once(child, 'exit'), said: () => said, end: () => child.kill() };
}

/** node:http and nothing else, in a process of its own. */
async function bareServer() {
  const file = fileURLToPath(new URL('../../bench/support/bare-server.ts', import.meta.url));
  const child = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end('x'.repeat(1_000));
  const [said] = await once(child.stdout, 'data');
  return { url: /http:\S+/.exec(String(said))?.[0] ?? '', end: () => child.kill() };
}

/** The most connections that a process has at once, from now on until it is told to stop looking. */
function mostDescriptors(pid: number): () => number {
  let most = 0;
  const look = setInterval(() => {
    most = Math.max(most, readdirSync(`/proc/${pid}/fd`).length);
  }, 250);
  return () => {
    clearInterval(look);
    return most;
  };
}

const tool = havePrograms(['slowhttptest'], { test: 'slowhttptest', packages: 'slowhttptest' });
describe.runIf(tool)(`faults: slow headers, slow bodies: slowhttptest ×${CONNECTIONS}`, () => {
  let d: Published;
  let bare: Awaited<ReturnType<typeof bareServer>>;
  beforeAll(async () => {
    d = await published(1_000);
    bare = await bareServer();
  });
  afterAll(async () => {
    bare?.end();
    await d?.close();
  });

  test.each([
    ['slow headers', (url: string) => ['-H', '-t', 'GET', '-u', `${url}/api/v1/datasets`]],
    [
      'slow bodies',
      (url: string) => [
        '-B',
        '-t',
        'POST',
        '-f',
        'application/json',
        '-s',
        '8192',
        '-u',
        `${url}/api/v1/login`,
      ],
    ],
  ])('%s: healthy p95 under 2× its baseline, 0 failures, and the slow ones are cut', async (what, modeOf) => {
    const { url } = d.server;
    const rounds: { before: Measured; during: Measured }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const before = await healthy(url, bare.url, AbortSignal.timeout(QUIET));
      const most = mostDescriptors(d.server.child.pid ?? 0);
      const attack = slowhttptest(modeOf(url));
      const over = new AbortController();
      void attack.gone.then(() => over.abort());
      const during = await healthy(url, bare.url, over.signal).finally(attack.end);
      expect(most(), 'all were connected at once').toBeGreaterThanOrEqual(CONNECTIONS);
      expect(attack.said(), 'and all were cut').toContain('No open connections left');
      expect([before.failed, during.failed], 'failures').toEqual([[], []]);
      expect(during.requests, 'it lasted').toBeGreaterThan(300);
      rounds.push({ before, during });
    }
    const all = (when: 'before' | 'during', of: 'portal' | 'bare') => rounds.map((round) => round[when][of]);
    const shown = (of: number[]) => `${median(of).toFixed(1)} ms`;
    const portal = pairedRatio(all('during', 'portal'), all('before', 'portal'));
    const machine = pairedRatio(all('during', 'bare'), all('before', 'bare'));
    const figures =
      `p95 ${shown(all('before', 'portal'))} → ${shown(all('during', 'portal'))} (× ${portal.toFixed(2)}), ` +
      `of a server that nobody attacks ${shown(all('before', 'bare'))} → ${shown(all('during', 'bare'))} (× ${machine.toFixed(2)})`;
    console.log(`${what}: ${figures}; 0 failed`);
    // The attacker takes its share of this machine, which is not the server's doing.
    expect(portal / Math.max(1, machine), figures).toBeLessThan(2);
  });
});
