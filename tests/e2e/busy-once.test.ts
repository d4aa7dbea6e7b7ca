// @module-tag guards

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getTotp, listAdministrators, listAudit } from '../../contract/administrators.ts';
import { getApprovalPolicy } from '../../contract/approval-policy.ts';
import { listConfig } from '../../contract/configuration.ts';
import { listAdminDatasets } from '../../contract/dataset-admin.ts';
import { listDictData } from '../../contract/dictionary.ts';
import { listJobs } from '../../contract/jobs.ts';
import { listRequests } from '../../contract/request-review.ts';
import { getSetting } from '../../contract/setting.ts';
import { downloadCount, listRecords } from '../../contract/statistics.ts';
import { listSignatures, listTerms } from '../../contract/terms.ts';
import { listTrash } from '../../contract/trash.ts';
import { listUsers } from '../../contract/user-review.ts';
import { paths } from '../../web/paths.ts';
import { administrator } from '../support/back-office.ts';
import { inBrowser } from '../support/browser.ts';
import { GUARD, LONG } from '../support/guards.ts';
import { adminTokenOf, type ServerProcess, startServer } from '../support/server-process.ts';

const BUSY = 'The portal is busy.';

let dataDir: string;
let server: ServerProcess;
let token: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-busy-'));
  server = await startServer(dataDir);
  token = await adminTokenOf(server.url);
});
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

/** Notes every text that the page is given, however soon it goes again. */
const NOTES = `
globalThis.shown = '';
new MutationObserver((changes) => {
  for (const { addedNodes } of changes) for (const node of addedNodes) shown += node.textContent + '\\n';
}).observe(document, { childList: true, subtree: true });
`;

const screens = [
  [paths.adminIndex, downloadCount.path],
  [paths.adminUserList, listUsers.path],
  [paths.adminDownload, listRecords.path],
  [paths.adminDatasetList, listAdminDatasets.path],
  [paths.adminTrash, listTrash.path],
  [paths.adminRequests, listRequests.path],
  [paths.adminTerms, listTerms.path],
  [paths.adminSignatures, listSignatures.path],
  [paths.adminAccount, getTotp.path],
  [paths.adminAdministrators, listAdministrators.path],
  [paths.adminAudit, listAudit.path],
  [paths.adminApproval, getApprovalPolicy.path],
  [paths.adminDict, listDictData.path],
  [paths.adminConfig, listConfig.path],
  [paths.adminJobs, listJobs.path],
] as const;

inBrowser('§8: a screen whose calls are all answered 503 once', (desk) => {
  for (const [n, [path, call]] of screens.entries())
    test(`${path} asks for them again, and shows no message`, {
      // The first; the guards see some, and at length all are seen.
      ...(n === 0 ? {} : n % 8 === 0 ? GUARD : LONG),
      timeout: 60_000,
    }, async () => {
      const { context, page } = await administrator(desk, server.url, token);
      await page.addInitScript(NOTES);
      const times = new Map<string, number>();
      await page.route('**/api/v1/**', async (route) => {
        // A screen's own call and one that the page makes by itself may have the same address.
        const itself = route.request().headers()['x-background'] === undefined ? '' : ' by itself';
        const { pathname } = new URL(route.request().url());
        const key = pathname + itself;
        // The site's name is no query: the page does without.
        if (route.request().method() !== 'GET' || pathname === getSetting.path) return route.continue();
        const asked = (times.get(key) ?? 0) + 1;
        times.set(key, asked);
        if (asked === 1) return route.fulfill({ status: 503, json: { code: 503, msg: BUSY } });
        return route.continue();
      });
      await page.goto(server.url + path);
      await expect.poll(() => [...times.keys()], { timeout: 20_000 }).toContain(call);
      await expect.poll(() => [...times].filter(([, asked]) => asked < 2), { timeout: 20_000 }).toEqual([]);
      expect(await page.evaluate<string>('shown')).not.toContain(BUSY);
      await context.close();
    });

  test('told, and once, when the second answer is the same', { timeout: 60_000 }, async () => {
    const { context, page } = await administrator(desk, server.url, token);
    let asked = 0;
    await page.route('**/api/v1/admin/audit?*', (route) => {
      asked++;
      return route.fulfill({ status: 503, json: { code: 503, msg: BUSY } });
    });
    await page.goto(server.url + paths.adminAudit);
    const notification = page.locator('.mantine-Notification-root').filter({ hasText: BUSY });
    await notification.waitFor();
    expect([asked, await notification.count()]).toEqual([2, 1]);
    await context.close();
  });
});
