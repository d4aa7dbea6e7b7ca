import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type CodePurpose,
  captchaStore,
  hashToken,
  mailedCodeStore,
  newToken,
  type Session,
  sessionStore,
} from '../../server/auth/index.ts';
import { type Db, openDatabase } from '../../server/database/index.ts';
import { accountStore, passwordStore } from '../../server/features/account/index.ts';
import { ownAccountStore } from '../../server/features/own-account/index.ts';
import { textCipher } from '../../server/shared/text-cipher.ts';
import { buildTestApp, type TestApp } from '../../server/testing/build-test-app.ts';
import { onEitherDatabase } from '../../server/testing/databases.ts';
import { rowCount, sql, sqliteFile } from '../../server/testing/look-inside.ts';

/**
 * Behind each call stands a look that already turns most away, and a queue of password hashes that keeps calls from
 * meeting. Here all callers have passed those: what is left is the one conditional update that decides.
 */
onEitherDatabase('the row decides between many at once', (database) => {
  let t: TestApp;
  let db: Db;
  beforeAll(async () => {
    t = await buildTestApp({ database });
    db = await openDatabase(t.databaseUrl ?? sqliteFile(t));
  });
  afterAll(async () => {
    await db.destroy();
    await t.close();
  });

  const fifty = <T>(work: (n: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: 50 }, (_, n) => work(n)));
  const codes = () => mailedCodeStore(db, textCipher('a secret', 'tests'));
  const accounts = () =>
    accountStore(db, async () => 'pending', { use: (id, on) => codes().use(id, t.clock.now, on) });

  async function issuedCode(email: string, purpose: CodePurpose): Promise<string> {
    const code = { email, purpose, hash: 'a hash', asker: '', expiresAt: t.clock.now + 60_000 };
    const mail = { to: email, subject: '', body: '' };
    await codes().issue(code, { mail, leaves: false }, t.clock.now, async () => false);
    const row = db.selectFrom('valid_codes').select('id').where('email', '=', email);
    return (await row.where('purpose', '=', purpose).where('used_at', 'is', null).executeTakeFirstOrThrow())
      .id;
  }

  async function sessionOf(email: string): Promise<Session> {
    const { token } = await t.user(email);
    const session = await sessionStore(db).find(hashToken(token));
    if (!session) throw new Error('there is no such session');
    return session;
  }
  const rotate = (session: Session) =>
    sessionStore(db).rotate(session, hashToken(newToken()), session.expiresAt, t.clock.now);

  test('threats row 10: of 50 wrong tries that nothing held up 5 count, and then the right code is none', async () => {
    const code = await issuedCode('tries@example.org', 'reset');
    const judged = (hash: string) => codes().judge('tries@example.org', 'reset', hash, t.clock.now);
    expect(new Set(await fifty(() => judged('a hash')))).toEqual(new Set([code]));
    const tries = () => sql(t, "select tries from valid_codes where email = 'tries@example.org'");
    expect(await tries(), 'the right one costs none').toEqual([{ tries: 0 }]);
    const found = await fifty((n) => judged(n < 45 ? 'another hash' : 'a hash'));
    expect(found.slice(0, 45).filter(Boolean)).toEqual([]);
    expect(await tries()).toEqual([{ tries: 5 }]);
    expect(await judged('a hash')).toBeUndefined();
  });

  test('threats row 11: of 50 refreshes that found the token good, one replaces it', async () => {
    const session = await sessionOf('rotate@example.org');
    const rotated = await fifty(() => rotate(session));
    expect(rotated.filter(Boolean)).toHaveLength(1);
    expect(await rowCount(t, `sessions where session_id = '${session.sessionId}'`)).toBe(2);
  });

  test('threats row 11: of 50 resets with the right code, one sets its password', async () => {
    await t.user('reset@example.org');
    const code = await issuedCode('reset@example.org', 'reset');
    const done = await fifty((n) => passwordStore(db).reset(code, 'reset@example.org', `${n}`, t.clock.now));
    expect(done.filter(Boolean)).toHaveLength(1);
    expect(await rowCount(t, `users where password_hash = '${done.indexOf(true)}'`)).toBe(1);
  });

  test('threats row 11: of 50 registrations with the right code, one is made, also without the unique address', async () => {
    const code = await issuedCode('register@example.org', 'register');
    const person = { firstName: 'A', familyName: 'B', affiliation: 'C', purpose: 'D', country: null };
    const made = await fifty((n) =>
      accounts().register(code, { ...person, email: `${n}@once.org`, passwordHash: 'x' }, t.clock.now),
    );
    expect(made.filter((status) => status !== undefined)).toEqual(['pending']);
    expect(await rowCount(t, "users where email like '%@once.org'")).toBe(1);
  });

  test('threats row 12: a refresh that found the token good just before logout does not bring it back', async () => {
    const session = await sessionOf('ended@example.org');
    await sessionStore(db).end(session.tokenHash, t.clock.now);
    expect(await rotate(session)).toBe(false);
  });

  test('threats row 12: who proved a password that was then changed deletes nothing', async () => {
    const { id } = await t.user('stays@example.org');
    expect(await ownAccountStore(db, 'a key').remove(id, 'the hash before', t.clock.now)).toBe(false);
    expect(await rowCount(t, `users where id = '${id}'`)).toBe(1);
  });

  test('threats row 23: of 50 uses of one challenge, one is the first', async () => {
    const uses = await fifty(() => captchaStore(db).use('a signature', t.clock.now + 60_000, t.clock.now));
    expect(uses.filter(Boolean)).toHaveLength(1);
  });
});
