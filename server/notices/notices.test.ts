import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../database/index.ts';
import { DAY } from '../shared/time.ts';
import { decide, form, register, setPolicy } from '../testing/applicants.ts';
import { ADMIN, buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { onEitherDatabase } from '../testing/databases.ts';
import { sql, sqliteFile } from '../testing/look-inside.ts';
import type { ReadMail } from '../testing/mail-file.ts';
import { noticesStore } from './notices.store.ts';
import { notices } from './notices.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

onEitherDatabase('decisions §3: administrators hear of waiting applications', (database) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await buildTestApp({ database });
    for (const [name, role, disabled] of [
      ['reviewer', 'reviewer', 'null'],
      ['curator', 'curator', 'null'],
      ['auditor', 'auditor', 'null'],
      ['gone', 'owner', '1'],
    ]) {
      await sql(
        t,
        `insert into administrators (id, username, name, password_hash, role, created_at, disabled_at)
         values ('${name}', '${name}@lab.example', '${name}', '-', '${role}', 1, ${disabled})`,
      );
    }
  });
  afterAll(() => t.close());

  let seen = 0;
  /** Notices since the last call. */
  async function told(): Promise<ReadMail[]> {
    const all = (await t.mails()).filter((mail) => mail.subject.includes('for a decision'));
    const news = all.slice(seen);
    seen = all.length;
    return news;
  }
  const readers = (mails: ReadMail[]) => mails.map(({ to }) => to).sort();
  const BOTH = [ADMIN.username, 'reviewer@lab.example'];

  test('at once: one mail to each who may decide; several within a minute share it', async () => {
    await setPolicy(t, { notice: 'at once' });
    await register(t, 'one@example.org');
    t.clock.now += MINUTE;
    const alone = await told();
    expect(readers(alone)).toEqual(BOTH);
    expect(alone[0]?.subject).toBe('An application waits for a decision at Vitrine');
    expect(alone[0]?.text).toContain('- Ada Lovelace, Analytical Society');
    expect(alone[0]?.text).toContain('/admin/user/applicant_list');

    await register(t, 'two@example.org');
    t.clock.now += 20_000;
    await register(t, 'three@example.org');
    t.clock.now += 20_000;
    expect(await told()).toEqual([]);
    t.clock.now += 20_000;
    const together = await told();
    expect(readers(together)).toEqual(BOTH);
    expect(together[0]?.subject).toBe('2 applications wait for a decision at Vitrine');
    t.clock.now += DAY;
    expect(await told()).toEqual([]);
  });

  test('at once: who applies again is told of again; who was decided about meanwhile is not', async () => {
    const { id } = await register(t, 'back@example.org');
    await decide(t, id, 'needs_info', { reason: 'Which?' });
    t.clock.now += HOUR;
    expect(await told()).toEqual([]);
    const token = await t.login('back@example.org');
    await t.call('POST', '/api/v1/application', { token, body: form() });
    t.clock.now += MINUTE;
    expect(readers(await told())).toEqual(BOTH);
  });

  test('daily: at most one digest a day, and only when somebody waits', async () => {
    await setPolicy(t, { notice: 'daily' });
    const first = await told();
    expect(readers(first)).toEqual(BOTH);
    expect(first[0]?.subject).toBe('4 applications wait for a decision at Vitrine');
    await register(t, 'four@example.org');
    t.clock.now += 23 * HOUR;
    expect(await told()).toEqual([]);
    t.clock.now += HOUR;
    expect((await told())[0]?.subject).toBe('5 applications wait for a decision at Vitrine');
    for (const { id } of await sql<{ id: string }>(t, `select id from users where status = 'pending'`)) {
      await decide(t, id, 'approved');
    }
    t.clock.now += 3 * DAY;
    expect(await told()).toEqual([]);
  });

  test('off: nothing; and what came before a change to "at once" in a digest is not told of again', async () => {
    await setPolicy(t, { notice: 'off' });
    await register(t, 'quiet@example.org');
    t.clock.now += 2 * DAY;
    expect(await told()).toEqual([]);
    await setPolicy(t, { notice: 'daily' });
    expect(readers(await told())).toEqual(BOTH);
    await setPolicy(t, { notice: 'at once' });
    t.clock.now += DAY;
    expect(await told()).toEqual([]);
  });

  test.each(['at once', 'daily'] as const)('several servers, %s: told once', async (notice) => {
    await setPolicy(t, { notice: 'off' });
    await register(t, `servers-${notice.replace(' ', '-')}@example.org`);
    t.clock.now += 2 * DAY;
    const others = await Promise.all([1, 2].map(() => openDatabase(t.databaseUrl ?? sqliteFile(t))));
    const rounds = others.map((db) =>
      notices({
        store: noticesStore(db),
        policy: async () => ({ mode: 'by hand', domains: [], addresses: [], approvalDays: null, notice }),
        site: async () => ({ name: 'Vitrine', publicUrl: 'http://localhost' }),
        now: () => t.clock.now,
      }),
    );
    await Promise.all([...rounds, ...rounds].map((round) => round()));
    await Promise.all(others.map((db) => db.destroy()));
    expect(readers(await told())).toEqual(BOTH);
  });
});
