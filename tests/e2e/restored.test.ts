// @module-tag guards

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../server/testing/look-inside.ts';
import { findings } from '../support/axe.ts';
import { administrator } from '../support/back-office.ts';
import { inBrowser } from '../support/browser.ts';
import { looks } from '../support/guards.ts';
import { adminTokenOf, callServer, type ServerProcess, startServer } from '../support/server-process.ts';

let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-restored-'));
  await (await startServer(dataDir)).end();
  const since = JSON.stringify({ snapshotAt: Date.UTC(2026, 0, 2), restoredAt: Date.UTC(2026, 0, 3) });
  const inside = { folder: dataDir, databaseUrl: undefined };
  await sql(inside, `insert into secrets (name, value) values ('restored', '${since}')`);
  server = await startServer(dataDir);
});
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

inBrowser('operations "Commands": after a restore, an owner opens downloads', (desk) => {
  test('the dashboard says of when the state is and what it holds; confirmed, it is open', async () => {
    const token = await adminTokenOf(server.url);
    const { page, complaints } = await administrator(desk, server.url, token, { reducedMotion: 'reduce' });
    await page.goto(`${server.url}/admin/index`);
    const notice = page.getByRole('region', { name: 'Restored from a backup' });
    await notice.getByText(/restored on .*2026.+ from its state of .*2026/).waitFor();
    await notice.getByText('0 approved people and 1 administrator').waitFor();
    await notice.getByRole('link', { name: 'Look at the approved users' }).waitFor();
    expect(await findings(page, looks)).toEqual([]);

    await notice.getByRole('button', { name: 'Open downloads' }).press('Enter');
    const question = page.getByRole('dialog', { name: 'Open downloads?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await callServer(server.url, 'GET', '/api/v1/admin/restored', { token })).not.toBeNull();
    await notice.getByRole('button', { name: 'Open downloads' }).click();
    await question.getByRole('button', { name: 'Open downloads' }).click();
    await page.getByText('Downloads are open.').waitFor();
    await notice.waitFor({ state: 'detached' });
    expect(await callServer(server.url, 'GET', '/api/v1/admin/restored', { token })).toBeNull();
    expect(complaints.list).toEqual([]);
  });
});
