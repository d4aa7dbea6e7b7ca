// @module-tag guards
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { DataOf } from '../../contract/endpoint.ts';
import type { getHealth } from '../../contract/health.ts';
import { freshDatabase } from '../../server/testing/databases.ts';
import { sql } from '../../server/testing/look-inside.ts';
import { type FakeClock, fakeClock, haveFakeClock } from '../support/fake-clock.ts';
import { signIn } from '../support/person.ts';
import { type Published, published } from '../support/published.ts';
import { ADMIN, adminTokenOf, callServer } from '../support/server-process.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const STEP = 30_000;
const READER = 'reader@example.org';

describe.runIf(haveFakeClock('a server whose clock jumps'))('faults: clock jumps, by libfaketime', () => {
  let folder: string;
  let clock: FakeClock;
  let d: Published;
  let link: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vitrine-clock-'));
    clock = await fakeClock(folder);
    d = await published(24 * 1024 * 1024, clock.env);
    link = await d.link(READER);
  });
  afterAll(async () => {
    await d?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const url = () => d.server.url;
  const jump = (ahead: number) => clock.set(ahead, url());
  async function codeOf(path: string, token: string): Promise<number> {
    const answer = await fetch(url() + path, { headers: { authorization: `Bearer ${token}` } });
    return ((await answer.json()) as { code: number }).code;
  }
  async function expectAlive(): Promise<void> {
    expect(d.server.child.exitCode).toBeNull();
    expect((await fetch(`${url()}/healthz`)).status).toBe(200);
    await expect.poll(async () => (await fetch(`${url()}/readyz`)).status, { timeout: 15_000 }).toBe(200);
  }

  test('± 11 min, ± 1 day: no crash; what was ended or seen to be over is revived by none', async () => {
    const [ended, goesOn] = [await signIn(url(), READER), await signIn(url(), READER)];
    const adminEnded = await adminTokenOf(url());
    await callServer(url(), 'POST', '/api/v1/logout', { token: ended });
    await callServer(url(), 'POST', '/api/v1/admin/logout', { token: adminEnded });
    const jumps = [11 * MINUTE, -11 * MINUTE, DAY, -DAY, 0];
    for (const ahead of jumps) {
      await jump(ahead);
      await expectAlive();
      expect(await codeOf('/api/v1/userInfo', ended), `${ahead}`).toBe(401);
      expect([401, 6401], `${ahead}`).toContain(await codeOf('/api/v1/admin/userInfo', adminEnded));
      // An hour long: a day on it is over, and stays so when the clock comes back.
      const isOver = jumps.indexOf(ahead) >= jumps.indexOf(DAY);
      expect(await codeOf('/api/v1/userInfo', goesOn), `${ahead}`).toBe(isOver ? 401 : 200);
      expect((await fetch(url() + link, { method: 'HEAD' })).status, 'a link of 7 days').toBe(200);
    }
  });

  test('in the middle of a download: it ends whole', async () => {
    const asking = request(url() + link, { agent: false });
    asking.end();
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    let read = 0;
    const jumps = [11 * MINUTE, -DAY, DAY, 0];
    for await (const piece of answer) {
      read += (piece as Buffer).length;
      const ahead = read > 1024 * 1024 ? jumps.shift() : undefined;
      if (ahead !== undefined) await jump(ahead);
    }
    expect(jumps, 'each came in the middle').toEqual([]);
    expect(read).toBe(Number(answer.headers['content-length']));
    await expectAlive();
  });

  test('the second factor: an unused code is accepted at once after the clock went back, a used one never', async () => {
    await jump(2 * DAY);
    const token = await adminTokenOf(url());
    const { secret } = await callServer<{ secret: string }>(url(), 'POST', '/api/v1/admin/totp', {
      token,
      body: { password: ADMIN.password },
    });
    const totp = new TOTP({ secret });
    const enter = async (timestamp: number): Promise<number> => {
      const answer = await fetch(`${url()}/api/v1/admin/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...ADMIN, totp: totp.generate({ timestamp }) }),
      });
      return answer.status;
    };
    /** To where a code's 30 s begin: at their end the code before it would soon be one of too long ago. */
    async function jumpToStep(ahead: number): Promise<number> {
      const time = Math.floor((Date.now() + ahead) / STEP) * STEP;
      await jump(time - Date.now());
      return time;
    }
    /** The times whose codes were used, as the server had them. */
    const used = [await jumpToStep(2 * DAY)];
    const code = totp.generate({ timestamp: used[0] });
    await callServer(url(), 'POST', '/api/v1/admin/totp/confirm', { token, body: { code } });
    for (const ahead of [DAY, 0, -11 * MINUTE, -DAY]) {
      const time = await jumpToStep(ahead);
      expect(await enter(time), `${ahead}: unused`).toBe(200);
      expect(await enter(time), `${ahead}: used`).toBe(400);
      used.push(time);
    }
    for (const time of used) {
      await jumpToStep(time - Date.now());
      expect(await enter(time), 'used when the clock stood here before').toBe(400);
      expect(await enter(time - STEP), 'the one before it').toBe(200);
    }
  });
});

describe.runIf(haveFakeClock('a server on PostgreSQL whose clock jumps') && inject('postgresUrl'))(
  'operations.md, "Several servers": clocks by the database, by libfaketime',
  () => {
    let folder: string;
    let clock: FakeClock;
    let fresh: Awaited<ReturnType<typeof freshDatabase>>;
    let d: Published;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'vitrine-clock-'));
      clock = await fakeClock(folder);
      fresh = await freshDatabase('PostgreSQL', 'schema');
      d = await published(1_000, { ...clock.env, DATABASE_URL: fresh.url ?? '' });
    });
    afterAll(async () => {
      await d?.close();
      await fresh?.drop();
      await rm(folder, { recursive: true, force: true });
    });

    test('the machine’s clock jumps ± 1 day: no session ends, and what is written has the database’s time', async () => {
      const { url } = d.server;
      const token = await adminTokenOf(url);
      for (const ahead of [DAY, -DAY, 0]) {
        await clock.set(ahead, url);
        const begun = Date.now();
        const { findings, startedAt } = await callServer<DataOf<typeof getHealth>>(
          url,
          'GET',
          '/api/v1/admin/health',
          { token },
        );
        expect(Math.abs(Date.parse(startedAt) - begun), 'its start').toBeLessThan(DAY / 2);
        expect(
          findings.some(({ id }) => id === 'clock.apart'),
          `${ahead}: told of`,
        ).toBe(ahead !== 0);
        await adminTokenOf(url);
        const [newest] = await sql<{ at: string }>(
          { folder: '', databaseUrl: fresh.url },
          'select max(began_at) as at from sessions',
        );
        const at = Number(newest?.at);
        expect(at, `${ahead}: the sign-in`).toBeGreaterThan(begun - 2_000);
        expect(at, `${ahead}: the sign-in`).toBeLessThan(Date.now() + 2_000);
      }
    });
  },
);
