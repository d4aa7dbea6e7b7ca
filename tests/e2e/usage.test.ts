// @module-tag guards
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConfigEntry } from '../../contract/configuration.ts';
import { sql } from '../../server/testing/look-inside.ts';
import { findings } from '../support/axe.ts';
import { inBrowser } from '../support/browser.ts';
import { looks } from '../support/guards.ts';
import { type Published, published } from '../support/published.ts';
import { releasesOn } from '../support/releases.ts';
import { adminTokenOf, callServer } from '../support/server-process.ts';

let portal: Published;
/** The month so many before the present one. */
const monthAgo = (months: number): string => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months)).toISOString().slice(0, 7);
};

beforeAll(async () => {
  portal = await published(1_000);
  const inside = { folder: portal.dataDir, databaseUrl: undefined };
  for (const [months, downloads] of [
    [16, 4],
    [9, 1_250],
    [1, 30],
  ] as const)
    await sql(
      inside,
      `insert into usage_months (dataset_id, month, downloads)
       values ('${portal.datasetId}', '${monthAgo(months)}', ${downloads})`,
    );
});
afterAll(() => portal?.close());

inBrowser('access.md "Usage"', (desk) => {
  test('on the dataset’s page: a plot, the same as a table, and CSV; also without JavaScript', async () => {
    const { url } = portal.server;
    for (const javaScriptEnabled of [true, false]) {
      const { page, complaints } = await desk.person({ javaScriptEnabled });
      await page.goto(`${url}/datasetDetail/${portal.datasetId}`);
      const usage = page.getByRole('region', { name: 'Downloads by month' });
      await usage.getByRole('img', { name: `Downloads by month from ${monthAgo(16)}` }).waitFor();
      expect(await usage.locator('g').count()).toBe(17);
      await usage.getByText('View as table').click();
      const row = usage.getByRole('row').filter({ hasText: monthAgo(9) });
      expect(await row.getByRole('cell').allTextContents()).toEqual(['1,250', '1,250']);
      if (javaScriptEnabled) expect(await findings(page, looks)).toEqual([]);
      const coming = page.waitForEvent('download');
      await usage.getByRole('link', { name: 'Download as CSV' }).click();
      expect((await coming).suggestedFilename()).toBe('usage.csv');
      expect(complaints.list).toEqual([]);
    }
  });

  test('after a navigation in the browser it is there, too; switched off, it is nowhere', async () => {
    const { url } = portal.server;
    const { page } = await desk.person();
    await page.goto(url);
    await page.locator('a[href^="/datasetDetail/"]').first().click();
    await page.getByRole('heading', { name: 'Downloads by month' }).waitFor();
    const token = await adminTokenOf(url);
    // Of another version the figures are its own, or none until they are there.
    const lab = releasesOn(url, token);
    await lab.update(await lab.next(portal.datasetId, '2'), { status: 'published' });
    await page.goto(url);
    await page.locator('a[href^="/datasetDetail/"]').first().click();
    const usage = page.getByRole('region', { name: 'Downloads by month' });
    const own = () =>
      usage
        .getByRole('row', { includeHidden: true })
        .filter({ hasText: monthAgo(9) })
        .getByRole('cell', { includeHidden: true })
        .allTextContents();
    await expect.poll(own).toEqual(['0', '1,250']);
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await page.route(`**/dataset/${portal.datasetId}/usage`, async (route) => {
      await held;
      await route.continue();
    });
    await page
      .getByRole('region', { name: 'Versions' })
      .getByRole('link', { name: '1', exact: true })
      .click();
    await page.waitForURL(`${url}/datasetDetail/${portal.datasetId}`);
    await usage.waitFor({ state: 'detached' });
    letGo();
    await expect.poll(own).toEqual(['1,250', '1,250']);
    const { configId } = await callServer<ConfigEntry>(url, 'GET', '/api/v1/configKey/usage.isPublic');
    await callServer(url, 'PUT', '/api/v1/config', { token, body: { configId, configValue: 'false' } });
    for (const way of ['address', 'navigation']) {
      if (way === 'address') await page.goto(`${url}/datasetDetail/${portal.datasetId}`);
      else {
        await page.goto(url);
        await page.locator('a[href^="/datasetDetail/"]').first().click();
      }
      await page.getByRole('heading', { name: 'Versions' }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.getByRole('heading', { name: 'Downloads by month' }).count(), way).toBe(0);
      expect(await page.getByRole('alert').count(), way).toBe(0);
    }
  });
});
