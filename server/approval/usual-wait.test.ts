import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY } from '../shared/time.ts';
import { decide, register, setPolicy } from '../testing/applicants.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { onEitherDatabase } from '../testing/databases.ts';
import { usualWait } from './usual-wait.ts';

const HOUR = 3_600_000;

onEitherDatabase('issue 3: the usual wait is public and honest', (database) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await buildTestApp({ database });
    await setPolicy(t, {});
  });
  afterAll(() => t.close());

  const wait = async () => {
    t.clock.now += 60_000;
    return t.call<{ medianHours: number | null; decisions: number; days: number }>(
      'GET',
      '/api/v1/reviewWait',
    );
  };

  test('counts from becoming pending to the first decision that holds, and only what people decided', async () => {
    expect(await wait()).toEqual({ medianHours: null, decisions: 0, days: 90 });
    const waits = { a: 1, b: 2, c: 3, d: 40 };
    for (const [name, hours] of Object.entries(waits)) {
      const { id } = await register(t, `${name}@example.org`);
      t.clock.now += hours * HOUR;
      await decide(t, id, name === 'a' ? 'rejected' : 'approved', { reason: 'So it is.' });
      // A later change of an approved user does not count.
      if (name === 'b') await decide(t, id, 'suspended', { reason: 'Misuse.' });
    }
    // An approval by a rule does not count.
    await setPolicy(t, { mode: 'rules', domains: ['listed.example'] });
    await register(t, 'rule@listed.example');
    expect(await wait(), 'four are too few').toMatchObject({ medianHours: null, decisions: 4 });

    const { id } = await register(t, 'e@example.org');
    t.clock.now += 4 * HOUR;
    const slip = await decide(t, id, 'rejected', { reason: 'A slip.' });
    await t.call('DELETE', `/api/v1/admin/userReview/${slip}`, { token: await t.adminToken() });
    t.clock.now += 6 * HOUR;
    await decide(t, id, 'needs_info', { reason: 'Which one?' });
    // 1, 2, 3, 10 and 40 hours.
    expect(await wait()).toEqual({ medianHours: 3, decisions: 5, days: 90 });

    // An applicant's reply starts a new wait: 1, 2, 3, 5, 10 and 40 hours.
    const token = await t.login('e@example.org');
    await t.call('POST', '/api/v1/application', {
      token,
      body: { firstName: 'E', familyName: 'E', affiliation: 'E', purpose: 'E' },
    });
    t.clock.now += 5 * HOUR;
    await decide(t, id, 'approved');
    expect(await wait()).toEqual({ medianHours: 4, decisions: 6, days: 90 });

    t.clock.now += 91 * DAY;
    expect(await wait()).toEqual({ medianHours: null, decisions: 0, days: 90 });
  });
});

describe('the usual wait', () => {
  for (const [of, alone, kept] of [
    ['several servers', false, 8_000],
    ['a server alone', true, 60_000],
  ] as const)
    test(`of ${of} is computed at most every ${kept / 1_000} s`, async () => {
      let asked = 0;
      let clock = 1_000_000;
      const store = {
        waits: async () => {
          asked++;
          return [];
        },
      };
      const ask = usualWait(store.waits, () => clock, alone);
      await Promise.all(Array.from({ length: 50 }, ask));
      clock += kept - 1;
      await ask();
      expect(asked).toBe(1);
      clock += 1;
      await ask();
      expect(asked).toBe(2);
    });

  test('a failure is not kept', async () => {
    let fails = true;
    const store = {
      waits: async () => {
        if (fails) throw new Error('away');
        return [];
      },
    };
    const ask = usualWait(store.waits, () => 1, true);
    await expect(ask()).rejects.toThrow('away');
    fails = false;
    expect((await ask()).decisions).toBe(0);
  });
});
