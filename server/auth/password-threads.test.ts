import { expect, test } from 'vitest';
import { inPasswordThread } from './password-threads.ts';
import { checkPassword, checkStrength, hashPassword } from './passwords.ts';

const PASSWORD = 'seven green kettles on the roof';

test('threats.md "Server": two hashes at once, 40 waiting, then 503; all that were accepted are answered', async () => {
  const accepted = Array.from({ length: 42 }, () => hashPassword(PASSWORD, 'user'));
  await expect(hashPassword(PASSWORD, 'user')).rejects.toMatchObject({ code: 503, retryAfter: 2 });
  const hashes = await Promise.all(accepted);
  expect(new Set(hashes).size).toBe(42);
  expect(hashes.every((hash) => hash.startsWith('$argon2id$v=19$m=19456,t=2,p=1$'))).toBe(true);
});

test('each gets its own answer, whatever else is asked for at the same time', async () => {
  const [user, admin] = await Promise.all([hashPassword(PASSWORD, 'user'), hashPassword('other', 'admin')]);
  expect(admin).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
  const asked = [
    checkPassword(PASSWORD, user, 'user'),
    checkPassword('other', user, 'user'),
    checkPassword('other', admin, 'admin'),
    checkPassword(PASSWORD, admin, 'admin'),
    checkPassword(PASSWORD, undefined, 'user'),
    checkPassword(PASSWORD, user, 'user'),
  ];
  expect(await Promise.all(asked)).toEqual([true, false, true, false, false, true]);
});

test('threat 22: a person who is not known takes a place in the queue, as everybody does', async () => {
  const unknown = Array.from({ length: 42 }, () => checkPassword(PASSWORD, undefined, 'user'));
  await expect(checkPassword(PASSWORD, undefined, 'user')).rejects.toMatchObject({ code: 503 });
  expect(new Set(await Promise.all(unknown))).toEqual(new Set([false]));
});

test('threats 34: estimates of strength take places in the same queue, and each gets its own answer', async () => {
  const weak = Array.from({ length: 40 }, () => checkStrength('passwordpassword', [], 'user', 'password'));
  const strong = [checkStrength(PASSWORD, [], 'user'), hashPassword(PASSWORD, 'user')];
  await expect(checkStrength(PASSWORD, [], 'user')).rejects.toMatchObject({ code: 503, retryAfter: 2 });
  for (const refused of await Promise.allSettled(weak))
    expect(refused).toMatchObject({ status: 'rejected', reason: { code: 400 } });
  expect(await Promise.all(strong)).toEqual([undefined, expect.stringContaining('$argon2id$')]);
});

test('threats 34: a password is measured by its first 64 characters, whose work is bounded', async () => {
  const start = 'a'.repeat(64);
  const easy = { code: 400, message: expect.stringContaining('too easy to guess') };
  await expect(checkStrength(`${start}${PASSWORD}`, [], 'user')).rejects.toMatchObject(easy);
  await expect(checkStrength(`${PASSWORD}${start}`, [], 'user')).resolves.toBeUndefined();
});

test('a hash that fails is told, and the next one goes on', async () => {
  await expect(inPasswordThread({ password: PASSWORD, stored: 'no hash' })).rejects.toThrow();
  expect(await hashPassword(PASSWORD, 'user')).toContain('$argon2id$');
});
