// @module-tag guards
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '../../web/paths.ts';
import { administrator } from '../support/back-office.ts';
import { inBrowser } from '../support/browser.ts';
import { decide, registeredUser, signIn } from '../support/person.ts';
import { type Published, published } from '../support/published.ts';
import { adminTokenOf, callServer } from '../support/server-process.ts';

const NASTY = `</script><script>window.hurt = 1</script><img src=x onerror="window.hurt = 1">`;
const EMAIL = 'nasty@example.org';

inBrowser('threats row 17: script in what people type about themselves', (desk) => {
  let d: Published;
  beforeAll(async () => {
    d = await published(1_000);
    const { url } = d.server;
    const token = await registeredUser(url, d.dataDir, EMAIL, {
      firstName: NASTY,
      familyName: NASTY,
      affiliation: NASTY,
      purpose: NASTY,
    });
    await decide(url, EMAIL, 'approved');
    const page = await callServer<{ subsetList: { downloadUrl: string }[] }>(
      url,
      'GET',
      `/api/v1/dataset/${d.datasetId}`,
      { token },
    );
    // A record with the name, and a browser's name that the person chose as well.
    const sent = await fetch(url + (page.subsetList[0]?.downloadUrl ?? ''), {
      headers: { 'user-agent': NASTY },
    });
    await sent.arrayBuffer();
    await decide(url, EMAIL, 'suspended', NASTY);
  }, 120_000);
  afterAll(() => d?.close());

  test('the back office shows it as text, on every screen', { timeout: 120_000 }, async () => {
    const { url } = d.server;
    const { context, page, complaints } = await administrator(desk, url, await adminTokenOf(url));
    const showing: string[] = [paths.adminUserList, paths.adminDownload, paths.adminAudit];
    for (const path of [paths.adminIndex, paths.adminJobs, ...showing]) {
      await page.goto(url + path);
      if (showing.includes(path)) await page.getByText(NASTY).first().waitFor({ timeout: 60_000 });
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate("'hurt' in window"), path).toBe(false);
    }
    expect(complaints.list).toEqual([]);
    await context.close();
  });

  test('the person’s own page shows it as text', { timeout: 60_000 }, async () => {
    const { url } = d.server;
    const { context, page, complaints } = await desk.person();
    const value = await signIn(url, EMAIL);
    await context.addCookies([{ name: 'Portal-Token', value, url }]);
    await page.goto(url + paths.account);
    await page.getByText(NASTY).first().waitFor();
    expect(await page.evaluate("'hurt' in window")).toBe(false);
    expect(complaints.list).toEqual([]);
    await context.close();
  });
});
