import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerWhileUpgrading } from './upgrading.ts';

let url: string;
let end: () => Promise<void>;
beforeEach(async () => {
  const meanwhile = answerWhileUpgrading({ port: 0, host: '127.0.0.1' });
  end = meanwhile.end;
  await once(meanwhile.server, 'listening');
  url = `http://127.0.0.1:${(meanwhile.server.address() as AddressInfo).port}`;
});
afterEach(() => end());

test('operations "Upgrades": while the database is upgraded /healthz answers, all else is 503, and the port is free after it', async () => {
  const health = await fetch(`${url}/healthz`);
  expect([health.status, await health.text()]).toEqual([200, 'ok']);
  const call = await fetch(`${url}/api/v1/datasets`);
  expect(call.status).toBe(503);
  expect(Number(call.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await call.json()).toEqual({ code: 503, msg: expect.stringContaining('upgraded'), data: null });
  const page = await fetch(`${url}/`);
  expect(page.status).toBe(503);
  expect(await page.text()).toContain('try again');
  await end();
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
});
