import { expect, test } from 'vitest';
import { inPasswordThread } from './password-threads.ts';
import { checkPassword, hashPassword } from './passwords.ts';

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

test('a hash that fails is told, and the next one goes on', async () => {
  await expect(inPasswordThread({ password: PASSWORD, stored: 'no hash' })).rejects.toThrow();
  expect(await hashPassword(PASSWORD, 'user')).toContain('$argon2id$');
});
