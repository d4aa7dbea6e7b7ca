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

test('threat 22: a person who is not known costs the same work', async () => {
  const known = await hashPassword(PASSWORD, 'user');
  const cpuOf = async (stored: string | undefined) => {
    const before = process.cpuUsage();
    for (let n = 0; n < 10; n++) await checkPassword('something else', stored, 'user');
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  await cpuOf(known);
  const ratio = (await cpuOf(undefined)) / (await cpuOf(known));
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
});

test('a hash that fails is told, and the next one goes on', async () => {
  await expect(inPasswordThread({ password: PASSWORD, stored: 'no hash' })).rejects.toThrow();
  expect(await hashPassword(PASSWORD, 'user')).toContain('$argon2id$');
});
