import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Db, openDatabase } from '../database/index.ts';
import { freshDatabase, onEachDatabase, temporaryFolder } from '../testing/databases.ts';
import { accountFailureStore } from './account-failures.store.ts';
import { failedLogins } from './failed-logins.ts';
import { ownAdminProof } from './own-admin-proof.ts';
import { ownPasswordStore } from './own-password.store.ts';

const MINUTE = 60_000;
const EMAIL = 'ada@example.org';
const WRONG = new Error('wrong');
const CAPTCHA = { code: 400, errors: [{ path: 'captcha' }] };

onEachDatabase('operations.md "Several servers": failed sign-ins', (kind) => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let opened: Db[];
  let now: number;
  let waits: number[];
  let household: number;
  beforeEach(async () => {
    fresh = await freshDatabase(kind);
    folder = await temporaryFolder();
    opened = [];
    now = 1_000_000_000;
    waits = [];
    household = 0;
  });
  afterEach(async () => {
    for (const db of opened) await db.destroy();
    await fresh.drop();
    await folder.remove();
  });

  /** What a server that has just started makes of the database. */
  async function server() {
    const db = await openDatabase(fresh.url ?? `${folder.path}/vitrine.sqlite`, (error) => {
      throw error;
    });
    opened.push(db);
    const failures = accountFailureStore(db, 'key');
    const limits = failedLogins({
      store: failures,
      factor: 1,
      addressKey: (ip) => ip,
      checkCaptcha: async () => {},
      onFailed: () => {},
      now: () => now,
      wait: async (ms) => waits.push(ms),
    });
    const proof = ownAdminProof({ store: ownPasswordStore(db), failures, factor: 1, now: () => now });
    /** A sign-in from another address each time; `checking` is what the check of the password takes. */
    const attempt = (right: boolean, { captcha = '', checking = async () => {} } = {}): Promise<string> =>
      limits.guard(
        { identity: 'user', account: EMAIL, ip: `address ${household++}`, captcha },
        async (judge) => {
          await checking();
          await judge(right);
          if (!right) throw WRONG;
          return 'in';
        },
      );
    const from = async (ip: string, right: boolean): Promise<string> =>
      limits.guard({ identity: 'user', account: `${EMAIL} ${household++}`, ip }, async (judge) => {
        await judge(right);
        if (!right) throw WRONG;
        return 'in';
      });
    return { db, attempt, from, proof };
  }
  const fails = async (attempt: Promise<string>): Promise<void> => {
    await expect(attempt).rejects.toBe(WRONG);
  };

  test('threats.md "Limits": the delay begins with the sixth failure, doubles, and never passes 2 s', async () => {
    const [a, b] = [await server(), await server()];
    for (let n = 0; n < 11; n++) await fails((n % 2 ? a : b).attempt(false, { captcha: 'given' }));
    expect(waits).toEqual([0, 0, 0, 0, 0, 250, 500, 1_000, 2_000, 2_000, 2_000]);
  });

  test('guesses at the same moment over two servers: 5 failures in all, and nothing is told of the rest', async () => {
    const servers = [await server(), await server()];
    // Each server checks five at a time; all ten have been checked before one is counted.
    let checked = 0;
    const all = Promise.withResolvers<void>();
    const checking = async () => {
      if (++checked === 10) all.resolve();
      await all.promise;
    };
    const guesses = servers.flatMap(({ attempt }) =>
      Array.from({ length: 25 }, () => attempt(false, { checking })),
    );
    const outcomes = await Promise.allSettled(guesses);
    const errors = outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason);
    expect(errors.filter((error) => error === WRONG)).toHaveLength(5);
    const refused = errors.filter((error) => error !== WRONG);
    expect(refused).toHaveLength(45);
    for (const error of refused) expect(error).toMatchObject(CAPTCHA);
    expect(checked, 'passwords checked, however many were guessed').toBe(10);
  });

  test('none that would succeed is refused because others run, up to the last failure', async () => {
    const [a, b] = [await server(), await server()];
    for (let n = 0; n < 4; n++) await fails(a.attempt(false));
    const attempts = [a, b].flatMap(({ attempt }) => Array.from({ length: 20 }, () => attempt(true)));
    expect(await Promise.all(attempts)).toEqual(Array(40).fill('in'));
  });

  test('a right guess is refused if another server counts the fifth failure while it is checked', async () => {
    const [a, b] = [await server(), await server()];
    for (let n = 0; n < 4; n++) await fails(a.attempt(false));
    const guess = b.attempt(true, { checking: () => fails(a.attempt(false)) });
    await expect(guess).rejects.toMatchObject(CAPTCHA);
    await expect(a.attempt(true)).rejects.toMatchObject(CAPTCHA);
    const again = await server();
    await expect(again.attempt(true), 'a restart forgets nothing').rejects.toMatchObject(CAPTCHA);
    expect(await again.attempt(true, { captcha: 'given' })).toBe('in');
    now += 15 * MINUTE;
    for (const { attempt } of [a, b, again]) expect(await attempt(true)).toBe('in');
  });

  test('what is refused is not counted: the first failure lapses after 15 minutes, whatever was tried', async () => {
    const [a, b] = [await server(), await server()];
    for (let n = 0; n < 5; n++) {
      await fails(a.attempt(false));
      now += MINUTE;
    }
    for (let n = 0; n < 5; n++) await expect(b.attempt(n % 2 > 0)).rejects.toMatchObject(CAPTCHA);
    now += 10 * MINUTE;
    await fails(b.attempt(false));
    await expect(a.attempt(true)).rejects.toMatchObject(CAPTCHA);
  });

  test('an administrator’s own password and codes: what a right one would have changed stays as it was', async () => {
    const [a, b] = [await server(), await server()];
    const wrong = () => a.proof.limited('admin', async () => false);
    for (let n = 0; n < 4; n++) expect(await wrong()).toBe(false);
    const change = b.proof.limited('admin', async (allowed) => {
      await wrong();
      return b.db.transaction().execute(async (trx) => {
        await trx.insertInto('secrets').values({ name: 'changed', value: '' }).execute();
        await allowed(trx);
        return true;
      });
    });
    await expect(change).rejects.toMatchObject({ code: 429, retryAfter: 900 });
    const changed = b.db.selectFrom('secrets').select('name').where('name', '=', 'changed');
    expect(await changed.execute()).toEqual([]);
    expect(await b.proof.limited('another', async () => true), 'of this account alone').toBe(true);
  });

  test('faults.md: a database that is away is no failed sign-in of an address', async () => {
    const { db, from } = await server();
    await db.schema.alterTable('account_failures').renameTo('away').execute();
    for (let n = 0; n < 12; n++) await expect(from('one', true)).rejects.toThrow('account_failures');
    for (let n = 0; n < 10; n++) await expect(from('two', false)).rejects.toThrow('account_failures');
    await db.schema.alterTable('away').renameTo('account_failures').execute();
    expect(await from('one', true)).toBe('in');
    await expect(from('two', true), 'guesses count all the same').rejects.toMatchObject({ code: 429 });
  });

  test('faults.md: guesses have the same limit while failures cannot be written', async () => {
    const { db, attempt } = await server();
    await db.schema.alterTable('account_failures').renameTo('away').execute();
    const guesses = await Promise.allSettled(Array.from({ length: 20 }, () => attempt(false)));
    const errors = guesses.map((guess) => guess.status === 'rejected' && String(guess.reason));
    expect(errors.filter((error) => String(error).includes('account_failures'))).toHaveLength(5);
    await expect(attempt(true)).rejects.toMatchObject(CAPTCHA);
    await db.schema.alterTable('away').renameTo('account_failures').execute();
    await expect(attempt(true)).rejects.toMatchObject(CAPTCHA);
    now += 15 * MINUTE;
    expect(await attempt(true)).toBe('in');
  });

  test('faults "clock jumps": a day ahead and set back, failures of the wrong time lock nobody out', async () => {
    const [a, b] = [await server(), await server()];
    now += 24 * 60 * MINUTE;
    for (let n = 0; n < 5; n++) await fails(a.attempt(false));
    for (let n = 0; n < 10; n++) await expect(a.from('one', false)).rejects.toBe(WRONG);
    await expect(b.attempt(true)).rejects.toMatchObject(CAPTCHA);
    now -= 30_000;
    await expect(b.attempt(true), 'clocks differ by so little').rejects.toMatchObject(CAPTCHA);
    now -= 24 * 60 * MINUTE;
    for (const { attempt } of [a, b, await server()]) expect(await attempt(true)).toBe('in');
    expect(await a.from('one', true)).toBe('in');
    for (let n = 0; n < 5; n++) await fails(a.attempt(false));
    await expect(b.attempt(true), 'new ones count').rejects.toMatchObject(CAPTCHA);
  });

  test('no address is stored: one row of hashes an account', async () => {
    const { db, attempt } = await server();
    for (let n = 0; n < 5; n++) await fails(attempt(false));
    const rows = await db.selectFrom('account_failures').selectAll().execute();
    expect(rows).toEqual([
      {
        account_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        failures: JSON.stringify(Array(5).fill(now)),
        lapses_at: now + 15 * MINUTE,
      },
    ]);
  });
});
