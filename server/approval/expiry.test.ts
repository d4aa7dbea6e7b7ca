import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OwnApplication } from '../../contract/own-account.ts';
import { openDatabase } from '../database/index.ts';
import { endMail } from '../mail/index.ts';
import { DAY } from '../shared/time.ts';
import { decide, form, register, setPolicy } from '../testing/applicants.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { onEitherDatabase } from '../testing/databases.ts';
import { rowCount, sqliteFile } from '../testing/look-inside.ts';
import { expiryStore } from './expiry.store.ts';
import { expiry } from './expiry.ts';
import { accounts } from './kind.store.ts';

onEitherDatabase('issue 3: approvals that end', (database) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await buildTestApp({ database });
    await setPolicy(t, {});
  });
  afterAll(() => t.close());

  const approvedFor = async (email: string, days: number): Promise<string> => {
    const { id } = await register(t, email);
    await decide(t, id, 'approved', { approvedUntil: new Date(t.clock.now + days * DAY).toISOString() });
    t.clock.now += 10_000;
    await t.app.settle();
    return id;
  };
  const subjects = async (email: string): Promise<string[]> =>
    (await t.mails())
      .filter((mail) => mail.to === email)
      .map(({ subject }) => subject.replace(/ on \d.*/, ' on …'))
      .slice(1);
  const APPROVED = 'You can now download from Vitrine';
  const REMINDER = 'Your access to Vitrine ends on …';
  const ENDED = 'Your access to Vitrine has ended';

  test('a reminder 14 days before, once; a mail at the end, once; and then they may apply again', async () => {
    const email = 'year@example.org';
    const id = await approvedFor(email, 365);
    t.clock.now += 350 * DAY;
    expect(await subjects(email)).toEqual([APPROVED]);
    t.clock.now += DAY;
    expect(await subjects(email)).toEqual([APPROVED, REMINDER]);
    t.clock.now += 13 * DAY;
    expect(await subjects(email)).toEqual([APPROVED, REMINDER]);
    t.clock.now += DAY;
    expect(await subjects(email)).toEqual([APPROVED, REMINDER, ENDED]);
    t.clock.now += DAY;
    expect(await subjects(email)).toEqual([APPROVED, REMINDER, ENDED]);
    expect(await rowCount(t, `users where id = '${id}' and status = 'expired'`)).toBe(1);

    const token = await t.login(email);
    const own = await t.call<OwnApplication>('POST', '/api/v1/application', { token, body: form('Longer.') });
    expect(own.timeline.map(({ from, to }) => [from, to])).toEqual([
      [null, 'pending'],
      ['pending', 'approved'],
      ['approved', 'expired'],
      ['expired', 'pending'],
    ]);
    await decide(t, id, 'approved', { approvedUntil: new Date(t.clock.now + 100 * DAY).toISOString() });
    t.clock.now += 90 * DAY;
    expect(await subjects(email), 'a renewal has a reminder of its own').toEqual([
      APPROVED,
      REMINDER,
      ENDED,
      APPROVED,
      REMINDER,
    ]);
  });

  test('an end that an administrator moves is reminded of anew, and one taken away is not', async () => {
    const email = 'moved@example.org';
    const id = await approvedFor(email, 30);
    t.clock.now += 20 * DAY;
    expect(await subjects(email)).toEqual([APPROVED, REMINDER]);
    await decide(t, id, 'approved', { approvedUntil: new Date(t.clock.now + 40 * DAY).toISOString() });
    t.clock.now += 30 * DAY;
    expect(await subjects(email)).toEqual([APPROVED, REMINDER, APPROVED, REMINDER]);
    await decide(t, id, 'approved', { approvedUntil: null });
    t.clock.now += 60 * DAY;
    expect(await subjects(email)).toEqual([APPROVED, REMINDER, APPROVED, REMINDER, APPROVED]);
  });

  test('a short approval is reminded of when half of it is over, not at once', async () => {
    const email = 'short@example.org';
    await approvedFor(email, 4);
    expect(await subjects(email)).toEqual([APPROVED]);
    t.clock.now += 2 * DAY;
    expect(await subjects(email)).toEqual([APPROVED, REMINDER]);
  });

  test('an approval is over the moment its end has passed, whether the job has run or not', async () => {
    const email = 'moment@example.org';
    const { id } = await register(t, email);
    await decide(t, id, 'approved', { approvedUntil: new Date(t.clock.now + 60_000).toISOString() });
    t.clock.now += 60_000;
    const token = await t.login(email);
    expect(await t.call('GET', '/api/v1/userInfo', { token })).toMatchObject({ status: 'expired' });
    const own = await t.call<OwnApplication>('POST', '/api/v1/application', { token, body: form() });
    expect(own).toMatchObject({ status: 'pending', approvedUntil: null });
    expect(await subjects(email), 'who has applied already is not told of the end').not.toContain(ENDED);
  });

  test('several servers mail once', async () => {
    const email = 'servers@example.org';
    const id = await approvedFor(email, 30);
    const others = await Promise.all([1, 2].map(() => openDatabase(t.databaseUrl ?? sqliteFile(t))));
    const site = async () => ({ name: 'Vitrine', publicUrl: 'http://localhost' });
    const rounds = others.map((db) => expiry(expiryStore(db, accounts), endMail, site, () => t.clock.now));
    for (const days of [20, 11]) {
      t.clock.now += days * DAY;
      await Promise.all([...rounds, ...rounds].map((round) => round()));
    }
    await Promise.all(others.map((db) => db.destroy()));
    expect(await subjects(email)).toEqual([APPROVED, REMINDER, ENDED]);
    expect(await rowCount(t, `reviews where user_id = '${id}' and to_status = 'expired'`)).toBe(1);
  });
});
