// @module-tag guards
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../server/testing/build-test-app.ts';
import { askForRequests, decideRequest, sendRequest } from '../../server/testing/requests.ts';
import { onTheWire } from '../../server/testing/wire.ts';
import { commandFor, type Tool } from '../../web/features/dataset-detail/commands.ts';
import { inBrowser } from '../support/browser.ts';
import { LONG } from '../support/guards.ts';
import { havePrograms } from '../support/programs.ts';
import { randomBytes } from '../support/random.ts';
import { startProxy, type TcpProxy } from '../support/tcp-proxy.ts';

const run = promisify(execFile);
const MIB = 1024 * 1024;
const SIZE = 96 * MIB;
/** Of the slow line, a second: what the systems hold on its way has passed a few seconds after the cut. */
const PACE = 4 * MIB;
const distFolder = fileURLToPath(new URL('../../dist', import.meta.url));

/** What ends an access, and what is answered to who asks again. */
const ends = {
  suspension: { status: 403, words: 'Your access is suspended.' },
  expiry: { status: 403, words: 'Your approval has expired. Please apply again.' },
  revocation: {
    status: 403,
    words: 'Your access to this dataset has ended. You can ask again on its page.',
  },
  withdrawal: { status: 410, words: 'This dataset was withdrawn and can no longer be downloaded.' },
} as const;
type End = keyof typeof ends;

describe('access.md "The decision": the end of an access cuts what runs, and says why', () => {
  let t: TestApp;
  let line: TcpProxy;
  let folder: string;
  let begun = 0;
  beforeAll(async () => {
    // The portal looks at what runs every 10 s: the test says when that is.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    t = await buildTestApp({ distFolder });
    const { port } = await onTheWire(t);
    line = await startProxy({
      target: { host: '127.0.0.1', port },
      onConnection: () => ({ pace: PACE }),
      onAnswer: (_, piece) => {
        begun += piece.length;
      },
    });
    folder = await mkdtemp(join(tmpdir(), 'vitrine-ends-'));
  });
  afterEach(() => {
    begun = 0;
  });
  afterAll(async () => {
    vi.useRealTimers();
    await line.close();
    await t.close();
    await rm(folder, { recursive: true, force: true });
  });

  let made = 0;
  /** A dataset of its own, and an approved user with links to it, and a grant where that is to end. */
  async function linked(how: End) {
    const n = made++;
    const { dataset } = await t.dataset({ name: `Ends ${n}`, files: { 'a.bin': randomBytes(SIZE) } });
    const user = await t.user(`ends${n}@example.org`);
    let request = '';
    if (how === 'revocation') {
      await askForRequests(t, dataset.id);
      request = await sendRequest(t, dataset.id, user.token);
      await decideRequest(t, request, 'granted');
    }
    const row = (await t.open(dataset.id, user.token)).subsetList[0];
    const at = (path = '') => `http://127.0.0.1:${line.port}${path}`;
    return { dataset, user, request, url: at(row?.downloadUrl), sumUrl: at(row?.inspectionUrl) };
  }

  async function end(
    how: End,
    { dataset, user, request }: Awaited<ReturnType<typeof linked>>,
  ): Promise<void> {
    const token = await t.adminToken();
    const review = (to: string, body: object) =>
      t.call('PUT', `/api/v1/admin/userReview/${user.id}/${to}`, { token, body });
    if (how === 'suspension') await review('suspended', { reason: 'A test.' });
    else if (how === 'revocation') await decideRequest(t, request, 'ended', { reason: 'A test.' });
    else if (how === 'expiry') {
      await review('approved', { approvedUntil: new Date(t.clock.now + 60_000).toISOString() });
      t.clock.now += 60_000;
    } else {
      await t.call('PUT', `/api/v1/admin/updateDataset/${dataset.id}`, {
        token,
        body: { status: 'withdrawn' },
      });
    }
  }
  /** The download runs; its access ends; 10 s later the portal has cut it. */
  async function cut(how: End, given: Awaited<ReturnType<typeof linked>>): Promise<void> {
    await vi.waitFor(() => expect(begun).toBeGreaterThan(PACE), { timeout: 30_000 });
    await end(how, given);
    vi.advanceTimersByTime(10_000);
  }

  const tools: [Tool, string, End, options?: { tags: string[] }][] = [
    ['curl', 'curl', 'suspension'],
    ['curl', 'curl', 'withdrawal', LONG],
    ['curl', 'curl', 'revocation', LONG],
    ['wget', 'wget', 'expiry'],
    ['wget', 'wget', 'suspension', LONG],
    ['aria2', 'aria2c', 'withdrawal'],
    ['aria2', 'aria2c', 'expiry', LONG],
  ];
  for (const [tool, program, how, options] of tools) {
    const title = `${tool}, as the page gives it: ended by ${how}`;
    if (!havePrograms([program], { test: title, packages: tool })) {
      test.skip(`${title}: NOT RUN, ${program} is not there`, () => {});
      continue;
    }
    test(title, { ...options, timeout: 120_000 }, async () => {
      const given = await linked(how);
      const command = commandFor(tool, { fileName: 'a.bin', url: given.url, sumUrl: given.sumUrl });
      const cwd = await mkdtemp(join(folder, 'run-'));
      const running = run('bash', ['-c', `set -o pipefail\n${command}`], { cwd }).then(
        () => ({ code: 0, said: '' }),
        (error: { code: number; stdout: string; stderr: string }) => ({
          code: error.code,
          said: error.stdout + error.stderr,
        }),
      );
      await cut(how, given);
      const { code, said } = await running;
      expect(code, said).not.toBe(0);
      const { status, words } = ends[how];
      expect(said).toContain(String(status));
      // Who asks what it is about is told.
      const { stdout } = await run('curl', ['-s', given.url]);
      expect(JSON.parse(stdout)).toMatchObject({ code: status, msg: words });
    });
  }

  inBrowser('in a browser', (desk) => {
    for (const how of ['suspension', 'withdrawal', 'revocation'] as const)
      test(`its download ends by ${how}, and the link says why`, {
        ...(how === 'revocation' ? {} : LONG),
        timeout: 120_000,
      }, async () => {
        const given = await linked(how);
        const { page, context } = await desk.person();
        const begins = page.waitForEvent('download');
        await page.goto(given.url).catch(() => undefined);
        const download = await begins;
        await cut(how, given);
        expect(await download.failure()).not.toBeNull();
        const answer = await page.goto(given.url);
        expect(answer?.status()).toBe(ends[how].status);
        expect(await page.getByText(ends[how].words).count()).toBeGreaterThan(0);
        await context.close();
      });
  });
});
