// @module-tag guards
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unfollowPage } from '../../contract/follows.ts';
import { parseKeyFile, unfollowTokens } from '../../server/auth/index.ts';
import { findings } from '../support/axe.ts';
import { administrator } from '../support/back-office.ts';
import { inBrowser } from '../support/browser.ts';
import { looks } from '../support/guards.ts';
import { PASSWORD, registeredUser } from '../support/person.ts';
import { type Published, published } from '../support/published.ts';
import { adminTokenOf, callServer } from '../support/server-process.ts';

let portal: Published;

beforeAll(async () => {
  portal = await published(1_000);
  await registeredUser(portal.server.url, portal.dataDir, 'ada@example.org');
});
afterAll(() => portal?.close());

inBrowser('access.md "Follow a dataset"', (desk) => {
  test('from the dataset’s page, after signing in, to the account; at once, weekly, no more', async () => {
    const { url } = portal.server;
    const { page, complaints } = await desk.person();
    await page.goto(`${url}/datasetDetail/${portal.datasetId}`);
    await page.getByRole('link', { name: 'Follow this dataset' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('E-mail').fill('ada@example.org');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Follow Noise?' }).waitFor();
    expect(await findings(page, looks)).toEqual([]);
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await page.getByText('You follow Noise.').waitFor();
    const office = await administrator(desk, url, await adminTokenOf(url));
    await office.page.goto(`${url}/admin/dataset/dataset_list`);
    await office.page.getByRole('button', { name: /^Files of/ }).click();
    await office.page.getByRole('tab', { name: 'Versions' }).click();
    await office.page.getByText('Followers: 1, 0 of them weekly').waitFor();

    await page.getByLabel('Mails about Noise').selectOption('Weekly');
    await page.getByRole('status').getByText('Changed for Noise').waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel('Mails about Noise').inputValue()).toBe('weekly');
    expect(await findings(page, looks)).toEqual([]);
    await page.goto(`${url}/account`);
    await page.getByRole('button', { name: 'Unfollow Noise' }).click();
    await page.getByText('You follow no dataset').waitFor();
    await page.getByRole('status').getByText('You no longer follow Noise').waitFor();
    expect(complaints.list).toEqual([]);
    expect(office.complaints.list).toEqual([]);
  });

  test('the mail’s link: a page with one button, for whoever has it, without a session', async () => {
    const { url } = portal.server;
    const token = await registeredUser(url, portal.dataDir, 'grace@example.org');
    const body = { datasetId: portal.datasetId, pace: 'at once' };
    const { id } = await callServer<{ id: string }>(url, 'POST', '/api/v1/follows', { token, body });
    // As in the mail, which server/features/follows/follows.test.ts reads: it leaves a minute after the news.
    const path = join(portal.dataDir, 'keys.json');
    const key = parseKeyFile(await readFile(path, 'utf8'), path).get('ticket') ?? '';
    const link = unfollowPage(unfollowTokens(key).make({ kind: 'follow', id }));
    const { page, complaints } = await desk.person();
    await page.goto(url + link);
    await page.getByRole('heading', { name: 'Stop these mails' }).waitFor();
    expect(await findings(page, looks)).toEqual([]);
    await page.getByRole('button', { name: 'Stop these mails' }).click();
    await page.getByText('You no longer follow Noise.').waitFor();
    expect(await findings(page, looks)).toEqual([]);
    await page.reload();
    await page.getByRole('button', { name: 'Stop these mails' }).click();
    await page.getByText('This was done before').waitFor();
    expect(complaints.list).toEqual([]);
    // A session that has ended is asked about, and declined: the page needs none.
    await page.context().addCookies([{ name: 'Portal-Token', value: 'ended', url }]);
    await page.reload();
    await page.getByRole('dialog', { name: 'system prompt' }).getByRole('button', { name: 'cancel' }).click();
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor();
    await page.getByRole('button', { name: 'Stop these mails' }).click();
    await page.getByText('This was done before').waitFor();
    await page.goto(`${url}/unfollow#token=follow.x.y`);
    await page.reload();
    await page.getByRole('button', { name: 'Stop these mails' }).click();
    await page.getByRole('main').getByRole('alert').getByText('This link is not complete.').waitFor();
  });
});
