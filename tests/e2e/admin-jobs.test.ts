// @module-tag guards

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { administrator } from '../support/back-office.ts';
import { inBrowser } from '../support/browser.ts';
import { GUARD } from '../support/guards.ts';
import { adminTokenOf, type ServerProcess, startServer } from '../support/server-process.ts';

let dataDir: string;
let server: ServerProcess;
let token: string;

/** One statement beside the server: jobs and mails as they are when something has gone wrong. */
function sql(statement: string, ...values: (string | number | null)[]): void {
  const database = new Database(join(dataDir, 'vitrine.sqlite'), { timeout: 5_000 });
  database.prepare(statement).run(...values);
  database.close();
}

/** Of a kind that no handler takes: it stays as it is. */
const job = (id: string, subject: string, state: string, note: string, done = 0, total = 0) =>
  sql(
    `insert into jobs (id, kind, subject, payload, state, priority, run_at, attempts, done, total, note, created_at, finished_at)
     values (?, 'elsewhere', ?, '{}', ?, 0, ?, 12, ?, ?, ?, ?, ?)`,
    ...[id, subject, state, 9_999_999_999_999, done, total, note, Date.now()],
    state === 'failed' ? Date.now() : null,
  );

/** A bound on hangs: a busy machine is no failure. */
const soon = <Value>(get: () => Value | Promise<Value>) => expect.poll(get, { timeout: 15_000 });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-jobs-'));
  server = await startServer(dataDir);
  token = await adminTokenOf(server.url);
  job('j1', 'scan 7', 'failed', 'ENOSPC: no space left on device, write');
  job('j2', 'scan 8', 'waiting', 'connect ECONNREFUSED 10.0.0.7:9000', 1, 4);
  job('j3', 'scan 9', 'running', '', 1, 4);
  sql(
    `insert into outbox (id, recipient, subject, body, html, created_at, not_before, attempts, given_up_at, last_error, review_id)
     values ('m1', 'grace@example.org', 'Decided', 'Words', '', 1, 1, 3, 5, '550 5.1.1 no such user', 'r1'),
            ('m2', 'code@example.org', '', '', '', 2, 2, 3, 5, '550 5.1.1 no such user', null)`,
  );
});
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

inBrowser('issue 6: jobs', (desk) => {
  test('state, progress, tries, next try, the error in plain words, retry; filters in the address', async () => {
    const { page, complaints, context } = await administrator(desk, server.url, token);
    await page.goto(`${server.url}/admin/system/jobs`);
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await row('scan 9').getByText('25 %').waitFor();
    // look.md: how far it is, only while it runs.
    expect(await row('scan 8').getByRole('progressbar').count()).toBe(0);
    await row('scan 8').getByText('Tried again', { exact: true }).waitFor();
    await row('scan 8').getByText('The other machine did not answer.').waitFor();
    await row('scan 8').getByText('2286-11-20').waitFor();
    await row('scan 7').getByText('The disk is full. Make room, then retry.').waitFor();
    await row('scan 7').getByText('ENOSPC').waitFor();
    expect(await row('scan 8').getByRole('button').count()).toBe(0);

    await page.getByLabel('State').selectOption('failed');
    await row('scan 8').waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?state=failed');
    let calls = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/retry')) calls++;
    });
    await page.getByRole('button', { name: 'Retry scan 7' }).dblclick();
    await page.getByText('Nothing matches these filters.').waitFor();
    expect(calls).toBe(1);
    await page.goto(`${server.url}/admin/system/jobs?kind=elsewhere`);
    await row('scan 7').getByText('Waiting', { exact: true }).waitFor();
    expect(complaints.list).toEqual([]);
    await context.close();
  });

  test('it brings itself up to date, and that is no activity of the person', async () => {
    const { page, context } = await administrator(desk, server.url, token);
    await page.goto(`${server.url}/admin/system/jobs`);
    const row = page.getByRole('row').filter({ hasText: 'scan 9' });
    await row.getByText('25 %').waitFor();
    const asked = page.waitForRequest(
      (request) =>
        request.url().includes('/api/v1/admin/jobs?') && request.headers()['x-background'] !== undefined,
    );
    sql("update jobs set done = 3 where id = 'j3'");
    await row.getByText('75 %').waitFor();
    await asked;
    await context.close();
  });

  test('mails that were given up are listed; a decision’s can be sent again', GUARD, async () => {
    const { page, complaints, context } = await administrator(desk, server.url, token);
    await page.goto(`${server.url}/admin/system/jobs`);
    await page.getByRole('link', { name: 'Mails', exact: true }).click();
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await row('code@').getByText('Given up').waitFor();
    await row('code@').getByText('The mail server refuses this address or this mail.').waitFor();
    expect(await row('code@').getByRole('button').count()).toBe(0);
    await page.getByLabel('State').selectOption('givenUp');
    await soon(() => new URL(page.url()).search).toBe('?view=mails&state=givenUp');
    await page.getByRole('button', { name: 'Send again to grace@example.org' }).click();
    await page.getByText('The mail to grace@example.org leaves now').waitFor();
    await row('grace@').waitFor({ state: 'detached' });
    await page.getByLabel('State').selectOption('sent');
    await row('grace@').getByText('Sent').waitFor();
    expect(complaints.list).toEqual([]);
    await context.close();
  });
});
