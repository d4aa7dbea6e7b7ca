// @module-tag guards

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBrowser } from '../support/browser.ts';
import { LONG } from '../support/guards.ts';
import { PASSWORD, registeredUser } from '../support/person.ts';
import { ADMIN, type ServerProcess, startServer } from '../support/server-process.ts';

const EMAIL = 'redirected@example.org';
/** As they stand in the address, so decoded once before they are looked at. */
const hostile = ['//evil.example/admin/index', '%252f%252fevil.example'];
/** Further ones, which the guards try. */
const more = ['javascript:alert(1)', '/\\evil.example', '%2f%2fevil.example', 'https://evil.example/'];

let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-redirect-'));
  server = await startServer(dataDir);
  await registeredUser(server.url, dataDir, EMAIL);
});
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

inBrowser('threats row 6: redirects lead to known routes of ours only', (desk) => {
  for (const [values, options] of [
    [hostile, {}],
    [more, LONG],
  ] as const) {
    test(`threats row 6: /admin/login lands on /admin/index: ${values.length}`, {
      ...options,
      timeout: 90_000,
    }, async () => {
      for (const value of values) {
        const { context, page, complaints } = await desk.person();
        await page.goto(`${server.url}/admin/login?redirect=${value}`);
        await page.getByLabel('E-mail').fill(ADMIN.username);
        await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.waitForURL(`${server.url}/admin/index`);
        expect(complaints.list, value).toEqual([]);
        await context.close();
      }
    });

    test(`threats row 6: /login and /auth-redirect land on the home page: ${values.length}`, {
      ...options,
      timeout: 90_000,
    }, async () => {
      for (const value of values) {
        const { context, page } = await desk.person();
        for (const name of ['to', 'redirect']) {
          await page.goto(`${server.url}/auth-redirect?${name}=${value}`);
          await page.waitForURL(`${server.url}/`);
        }
        await page.goto(`${server.url}/login?redirect=${value}`);
        await page.getByLabel('E-mail').fill(EMAIL);
        await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.waitForURL(`${server.url}/`);
        await context.close();
      }
    });
  }

  test('a known route is kept', async () => {
    const { page } = await desk.person();
    await page.goto(`${server.url}/auth-redirect?to=${encodeURIComponent('/changePassword?x=1')}`);
    await page.waitForURL(`${server.url}/changePassword?x=1`);
  });
});
