import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { fc } from '../../tests/support/properties.ts';
import { accessStore, type FoundObject } from '../access/index.ts';
import { requestStandings } from '../approval/index.ts';
import { type Db, openDatabase } from '../database/index.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { onEitherDatabase } from '../testing/databases.ts';
import { rowCount, sql, sqliteFile } from '../testing/look-inside.ts';
import { askForRequests, decideRequest, sendRequest } from '../testing/requests.ts';
import { onTheWire } from '../testing/wire.ts';
import { recordKeeping } from './record-keeping.store.ts';
import { covers, grow, merge, runsOf, type Span, spansOf } from './spans.ts';
import { type Transfers, transfers } from './transfers.ts';

describe('spans', () => {
  test('union and cover', () => {
    expect(
      merge([
        [5, 9],
        [0, 5],
        [20, 20],
        [12, 15],
        [13, 14],
      ]),
    ).toEqual([
      [0, 9],
      [12, 15],
    ]);
    expect(
      covers(
        merge([
          [0, 5],
          [5, 10],
        ]),
        10,
      ),
    ).toBe(true);
    expect(
      covers(
        merge([
          [0, 5],
          [6, 10],
        ]),
        10,
      ),
    ).toBe(false);
    expect(covers(merge([[1, 10]]), 10)).toBe(false);
    expect(covers([], 0)).toBe(true);
  });

  test('noted piece by piece, in whatever order answers go on, they are the union of all pieces', () => {
    // Few positions: responses overlap, end where others begin or end, and continue from there.
    const piece = fc.tuple(fc.nat(24), fc.nat(6)).map(([start, length]): Span => [start, start + length]);
    fc.assert(
      fc.property(fc.array(piece), fc.array(piece), (before, after) => {
        const runs = runsOf(merge(before));
        for (const [start, end] of after) grow(runs, start, end);
        expect(spansOf(runs)).toEqual(merge([...before, ...after]));
      }),
      { numRuns: 2_000 },
    );
  });
});

onEitherDatabase('running downloads', (database) => {
  let t: TestApp;
  let db: Db;
  let running: Transfers;
  let user: { id: string; token: string };
  const objects: FoundObject[] = [];
  const failures: unknown[] = [];

  beforeAll(async () => {
    t = await buildTestApp({ database });
    user = await t.user('reader@example.org');
    const files = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`${i}.txt`, `file ${i}`]));
    const made = await t.dataset({ files });
    db = await openDatabase(t.databaseUrl ?? sqliteFile(t));
    const store = accessStore(db);
    for (const { path } of made.subsetList) {
      const object = await store.object({ path });
      if (object) objects.push(object);
    }
  });
  afterAll(async () => {
    await db.destroy();
    await t.close();
  });
  beforeEach(() => {
    running = transfers({ ...around(), store: recordKeeping(db) });
  });
  afterEach(() => running.stop());

  const around = () => ({
    approvedAmong: accessStore(db).approvedAmong,
    openLinksAmong: accessStore(db).openLinksAmong,
    withdrawnAmong: accessStore(db).withdrawnAmong,
    endedAmong: requestStandings(db, () => t.clock.now).endedAmong,
    now: () => t.clock.now,
    onError: (error: unknown) => failures.push(error),
  });
  const who = (userId = user.id) => ({
    to: { kind: 'user' as const, id: userId },
    ip: '::1',
    userAgent: '',
    via: 'ticket' as const,
  });
  const range = { start: 0, end: 5 };
  const object = (i = 0): FoundObject => {
    const found = objects[i];
    if (!found) throw new Error('no such object');
    return found;
  };
  async function begin(i = 0, userId = user.id) {
    const cut = vi.fn();
    const watcher = running.watch(object(i), who(userId));
    watcher.admit(cut);
    await watcher.begin(range);
    return { ...watcher, cut };
  }

  test('decisions §3: who loses the approval is cut when it is looked at again, others go on', async () => {
    const other = await t.user('other@example.org');
    const [lost, kept] = [await begin(0), await begin(1, other.id)];
    await running.lookAgain();
    expect([lost.cut, kept.cut].map((cut) => cut.mock.calls.length)).toEqual([0, 0]);
    const review = async (status: string) =>
      t.call('PUT', `/api/v1/admin/userReview/${user.id}/${status}`, {
        token: await t.adminToken(),
        body: { reason: 'A test.' },
      });
    await review('suspended');
    await running.lookAgain();
    expect([lost.cut, kept.cut].map((cut) => cut.mock.calls.length)).toEqual([1, 0]);
    lost.end();
    kept.end();
    await review('approved');
  });

  test('threat 38: an ended grant cuts what it let begin; a changed policy cuts nothing', async () => {
    const { lineageId } = object();
    const asker = await t.user('granted@example.org');
    const begun = (asksRequest: boolean) => {
      const [cut, watcher] = [vi.fn(), running.watch({ ...object(), asksRequest }, who(asker.id))];
      watcher.admit(cut);
      return { cut, end: watcher.end };
    };
    const [byGrant, before] = [begun(true), begun(false)];
    const cuts = async () => {
      await running.lookAgain();
      return [byGrant, before].map(({ cut }) => cut.mock.calls.length);
    };
    const set = (asks: number) =>
      sql(t, `update lineages set asks_request = ${asks} where id = '${lineageId}'`);
    await set(1);
    const until = t.clock.now + 60_000;
    await sql(
      t,
      `insert into requests (id, user_id, lineage_id, status, purpose, answers, questions, changed_at, approved_until)
       values ('cut', '${asker.id}', '${lineageId}', 'granted', '', '{}', '[]', 0, ${until})`,
    );
    expect(await cuts()).toEqual([0, 0]);
    await set(0);
    t.clock.now += 60_000;
    expect(await cuts(), 'nothing is asked any more').toEqual([0, 0]);
    await set(1);
    expect(await cuts(), 'past its end').toEqual([1, 0]);
    for (const { end } of [byGrant, before]) end();
    await set(0);
  });

  test('access.md "Reviewer link": revoking one cuts what its guests are sent, a request that ended does not', async () => {
    const { datasetId, lineageId } = object();
    const later = t.clock.now + 60_000;
    for (const id of ['kept', 'lost'])
      await sql(
        t,
        `insert into reviewer_links values ('${id}', '${datasetId}', 'Round 1', '${id}', 0, 'a', ${later}, null, null)`,
      );
    const begun = ['kept', 'lost'].map((id) => {
      const guest = { ...who(), ip: '', to: { kind: 'guest' as const, id, name: 'Round 1' } };
      const [cut, watcher] = [vi.fn(), running.watch({ ...object(), asksRequest: true, lineageId }, guest)];
      watcher.admit(cut);
      return { cut, end: watcher.end };
    });
    const cuts = async () => {
      await running.lookAgain();
      return begun.map(({ cut }) => cut.mock.calls.length);
    };
    expect(await cuts(), 'guests alone').toEqual([0, 0]);
    await sql(t, `update reviewer_links set revoked_at = 1 where id = 'lost'`);
    const user = await begin(1);
    expect(await cuts()).toEqual([0, 1]);
    expect(user.cut).not.toHaveBeenCalled();
    user.end();
    t.clock.now = later;
    expect(await cuts(), 'past its end').toEqual([1, 2]);
    for (const { end } of begun) end();
  });

  test('access.md: a withdrawal cuts what is sent of the version, others go on', async () => {
    const other = await t.dataset({ name: 'Withdrawn later', files: { 'a.txt': 'a' } });
    const gone = await accessStore(db).object({ path: other.subsetList[0]?.path ?? '' });
    const cuts = await Promise.all(
      [object(0), gone ?? object(1)].map(async (one) => {
        const [cut, watcher] = [vi.fn(), running.watch(one, who())];
        watcher.admit(cut);
        await watcher.begin({ start: 0, end: 1 });
        return { cut, end: watcher.end };
      }),
    );
    await t.call('PUT', `/api/v1/admin/updateDataset/${other.dataset.id}`, {
      token: await t.adminToken(),
      body: { status: 'withdrawn' },
    });
    await running.lookAgain();
    expect(cuts.map(({ cut }) => cut.mock.calls.length)).toEqual([0, 1]);
    for (const { end } of cuts) end();
  });

  test('releases "Files": files of one version are one of the 8 objects, and are cut as any download', async () => {
    const reader = await t.user('many-files@example.org');
    const files = Float64Array.from({ length: 21 }, (_, i) => i * 5);
    const recorded = { ...object(0), id: 'ab'.repeat(32), size: 100, files };
    const watched = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const cut = vi.fn();
        const watcher = running.watch(recorded, who(reader.id), { index, start: index * 5 });
        watcher.admit(cut);
        await watcher.begin(range);
        return { ...watcher, cut };
      }),
    );
    expect(new Set(running.running().map(({ recordId }) => recordId)).size).toBe(1);
    await t.call('PUT', `/api/v1/admin/userReview/${reader.id}/suspended`, {
      token: await t.adminToken(),
      body: { reason: 'A test.' },
    });
    await running.lookAgain();
    for (const { cut } of watched) expect(cut).toHaveBeenCalledOnce();
    for (const { end } of watched) end();
  });

  test('an approval that runs out, and a user who is deleted, are cut too', async () => {
    const until = await t.user('until@example.org');
    const deleted = await t.user('deleted@example.org');
    const token = await t.adminToken();
    await t.call('PUT', `/api/v1/admin/userReview/${until.id}/approved`, {
      token,
      body: { approvedUntil: new Date(t.clock.now + 60_000).toISOString() },
    });
    const [first, second] = [await begin(0, until.id), await begin(0, deleted.id)];
    await t.call('DELETE', `/api/v1/admin/user/${deleted.id}`, { token });
    t.clock.now += 60_000;
    await running.lookAgain();
    expect(first.cut).toHaveBeenCalled();
    expect(second.cut).toHaveBeenCalled();
    // Bytes sent afterwards find their row, or none, and cause no error.
    second.sent(0, 5);
    second.end();
    first.end();
    await running.flush();
    expect(failures).toEqual([]);
  });

  test('threats, limits: 8 objects and 32 connections at a time per user, then 429', async () => {
    const other = await t.user('many@example.org');
    const open = await Promise.all(Array.from({ length: 8 }, (_, i) => begin(i, other.id)));
    const records = await rowCount(t, 'records');
    await expect(begin(8, other.id)).rejects.toMatchObject({ code: 429, retryAfter: expect.any(Number) });
    expect(await rowCount(t, 'records'), 'a refused one leaves none').toBe(records);
    // More connections to the same objects are allowed, up to 32.
    for (let i = open.length; i < 32; i++) open.push(await begin(i % 8, other.id));
    await expect(begin(0, other.id)).rejects.toMatchObject({ code: 429 });
    await expect(begin(8)).resolves.toBeTruthy();
    for (const watcher of open) watcher.end();
    (await begin(8, other.id)).end();
  });

  test('progress that could not be written is kept for the next time', async () => {
    const other = await t.user('later@example.org');
    const watcher = await begin(0, other.id);
    const store = recordKeeping(db);
    let broken = true;
    const flaky = transfers({
      ...around(),
      store: {
        ...store,
        addProgress: async (...args) => {
          if (broken) throw new Error('the database is away');
          await store.addProgress(...args);
        },
      },
    });
    const again = flaky.watch(object(0), who(other.id));
    again.admit(() => {});
    await again.begin(range);
    again.sent(0, object(0).size);
    await expect(flaky.flush()).rejects.toThrow('away');
    broken = false;
    await flaky.stop();
    expect(await rowCount(t, `records where email = 'later@example.org' and complete = 1`)).toBe(1);
    watcher.end();
  });

  test('faults: progress whose acknowledgement is lost is counted once', async () => {
    const other = await t.user('unsure@example.org');
    const store = recordKeeping(db);
    let lost = true;
    const unsure = transfers({
      ...around(),
      store: {
        ...store,
        addProgress: async (...args) => {
          await store.addProgress(...args);
          // Committed; the connection breaks before the acknowledgement.
          if (lost) throw new Error('the connection was terminated');
        },
      },
    });
    const bytes = async () =>
      (
        await sql<{ bytes_sent: number | string }>(
          t,
          `select bytes_sent from records where email = 'unsure@example.org'`,
        )
      ).map((row) => Number(row.bytes_sent));
    const watcher = unsure.watch(object(0), who(other.id));
    watcher.admit(() => {});
    await watcher.begin(range);
    watcher.sent(0, 2);
    await expect(unsure.flush()).rejects.toThrow('terminated');
    expect(await bytes()).toEqual([2]);
    // More is sent before the database is reachable again.
    watcher.sent(2, 3);
    await expect(unsure.flush()).rejects.toThrow('terminated');
    lost = false;
    await unsure.flush();
    expect(await bytes()).toEqual([5]);
    watcher.sent(5, object(0).size - 5);
    await unsure.stop();
    expect(await bytes()).toEqual([object(0).size]);
    expect(await rowCount(t, `records where email = 'unsure@example.org' and complete = 1`)).toBe(1);
    watcher.end();
  });
});

describe('running downloads on a real connection', () => {
  afterEach(() => vi.useRealTimers());

  const ends = [
    ['decisions §3', 'suspending'],
    ['access.md', 'revoking a grant'],
  ] as const;
  test.each(ends)('%s: %s cuts a running answer within 10 s; what it sent is recorded', async (_, how) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const t = await buildTestApp();
    const wire = await onTheWire(t);
    const size = 64_000_000;
    const { dataset } = await t.dataset({ files: { 'a.bin': new Uint8Array(size) } });
    const { id, token } = await t.user('reader@example.org');
    let path = `userReview/${id}/suspended`;
    if (how === 'revoking a grant') {
      await askForRequests(t, dataset.id);
      const request = await sendRequest(t, dataset.id, token);
      await decideRequest(t, request, 'granted');
      path = `requestReview/${request}/ended`;
    }
    const url = (await t.open(dataset.id, token)).subsetList[0]?.downloadUrl ?? '';
    // The client reads its first chunk and then pauses: the server waits for the socket to drain.
    const answer = await wire.open(url);
    let got = 0;
    answer.on('data', (piece: Buffer) => {
      got += piece.length;
      answer.pause();
    });
    const ended = new Promise<unknown>((resolve) => answer.once('error', resolve).once('end', resolve));
    await sleep(200);
    await t.call('PUT', `/api/v1/admin/${path}`, {
      token: await t.adminToken(),
      body: { reason: 'A test.' },
    });
    vi.advanceTimersByTime(10_000);
    await sleep(200);
    answer.removeAllListeners('data').on('data', (piece: Buffer) => {
      got += piece.length;
    });
    answer.resume();
    expect(await ended).toMatchObject({ code: 'ECONNRESET' });
    expect(got).toBeGreaterThan(0);
    expect(got).toBeLessThan(size);
    await t.app.settle();
    expect(await rowCount(t, 'records where complete = 0 and bytes_sent > 0')).toBe(1);
    await t.close();
  });
});
