import { expect, test } from 'vitest';
import { buildTestApp } from '../../server/testing/build-test-app.ts';
import { sqliteFile } from '../../server/testing/look-inside.ts';
import { holdLock } from '../support/lock-holder.ts';

test('fault: database locked for 20 s: every write is a clean 503, not one after the other; then it works again', async () => {
  const t = await buildTestApp();
  const token = await t.adminToken();
  const { gone } = await holdLock(sqliteFile(t), 20_000);
  let held = true;
  void gone.then(() => {
    held = false;
  });
  const write = (name: string) => t.inject('POST', '/api/v1/setting', { token, body: { name } });
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => write(`Lost ${i}`)));
  expect(held, 'each waits 5 s from when it came, not from when its turn came').toBe(true);
  for (const answer of answers) {
    expect([answer.statusCode, answer.json().code]).toEqual([503, 503]);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.json().msg).not.toMatch(/sqlite|lock/i);
  }
  const { name } = await t.call<{ name: string }>('GET', '/api/v1/setting');
  expect(name).not.toContain('Lost');
  await gone;
  expect((await write('Again')).statusCode).toBe(200);
  expect(await t.call('GET', '/api/v1/setting')).toMatchObject({ name: 'Again' });
  await t.close();
});
