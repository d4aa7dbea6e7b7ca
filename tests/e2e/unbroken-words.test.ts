// @module-tag long

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { administrator } from '../support/back-office.ts';
import { inBrowser } from '../support/browser.ts';
import { GUARD } from '../support/guards.ts';
import { decide, PASSWORD, registeredUser } from '../support/person.ts';
import { adminTokenOf, callServer, type ServerProcess, startServer } from '../support/server-process.ts';
import { tooWide } from '../support/too-wide.ts';

/** A word that no browser breaks by itself: a hash, an identifier, a name of another script. */
const word = (letters: number) => 'Unbroken'.repeat(Math.ceil(letters / 8)).slice(0, letters);
const LONG = word(200);
const [NAME, FAMILY] = [word(100), `Family${word(94)}`];
/** As long as the line of a mail allows. */
const EMAIL = `${word(28)}@${word(28)}.example`.toLowerCase();
const WIDTHS = [1280, 390, 320];

let folder: string;
let server: ServerProcess;
let admin: string;
let user: string;
let datasetId: string;
let downloadPath: string;

const asAdmin = <Data>(method: string, path: string, body?: object) =>
  callServer<Data>(server.url, method, path, { token: admin, ...(body && { body }) });

async function dataset(version: string): Promise<string> {
  const body = new FormData();
  const fields = {
    name: LONG,
    version,
    modalityName: NAME,
    license: LONG,
    authors: `${LONG}; ${LONG}`,
    citation: LONG,
    keywords: `${LONG}, ${LONG}`,
    detail: [
      `# ${LONG}`,
      `${LONG} and [${LONG}](https://example.org/${LONG}), \`${LONG}\`, https://example.org/${LONG}`,
      `- ${LONG}`,
      `> ${LONG}`,
      `    ${LONG}`,
      `| ${LONG} | Column |\n| --- | --- |\n| ${LONG} | ordinary words |`,
    ].join('\n\n'),
  };
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('subsets', new Blob(['a']), `${LONG}.csv`);
  const headers = { authorization: `Bearer ${admin}` };
  const added = await fetch(`${server.url}/api/v1/admin/addDataset`, { method: 'POST', body, headers });
  const { data, msg } = (await added.json()) as { data?: { id: string }; msg: string };
  if (!data) throw new Error(msg);
  return data.id;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-words-'));
  server = await startServer(join(folder, 'data'));
  admin = await adminTokenOf(server.url);
  const publish = (id: string) =>
    asAdmin('PUT', `/api/v1/admin/updateDataset/${id}`, { status: 'published' });
  await publish(await dataset(word(60)));
  datasetId = await dataset(`2${word(59)}`);
  await publish(datasetId);
  const gone = await dataset(`3${word(59)}`);
  await asAdmin('DELETE', `/api/v1/admin/dataset/${gone}`);
  const application = { firstName: NAME, familyName: FAMILY, affiliation: LONG, purpose: LONG };
  user = await registeredUser(server.url, join(folder, 'data'), EMAIL, application);
  await decide(server.url, EMAIL, 'rejected', LONG);
  await callServer(server.url, 'POST', '/api/v1/application', {
    token: user,
    body: { ...application, message: LONG },
  });
  await decide(server.url, EMAIL, 'approved');
  await registeredUser(server.url, join(folder, 'data'), `b${EMAIL.slice(1)}`, application);
  const tokenBody = { name: NAME, expiresInDays: 9, password: PASSWORD };
  await callServer(server.url, 'POST', '/api/v1/tokens', { token: user, body: tokenBody });
  const { subsetList } = await callServer<{ subsetList: { downloadUrl: string }[] }>(
    server.url,
    'GET',
    `/api/v1/dataset/${datasetId}`,
    { token: user },
  );
  downloadPath = subsetList[0]?.downloadUrl ?? '';
  await (await fetch(server.url + downloadPath)).arrayBuffer();
  await asAdmin('POST', '/api/v1/setting', {
    name: NAME,
    shortName: word(40),
    contact: LONG,
    copyright: LONG,
    filings: LONG,
  });
  const entry = {
    dictType: word(60),
    dictLabel: LONG,
    dictValue: NAME,
    dictSort: 1,
    isDefault: false,
    status: '0',
    remark: LONG,
  };
  await asAdmin('POST', '/api/v1/dict/data', entry);
  await asAdmin('POST', '/api/v1/config', {
    configName: NAME,
    configKey: NAME,
    configValue: LONG,
    isPublic: false,
    remark: LONG,
  });
  await asAdmin('POST', '/api/v1/admin/invitations', { email: `c${EMAIL.slice(1)}`, role: 'curator' });
});
afterAll(async () => {
  await server?.end();
  await rm(folder, { recursive: true, force: true });
});

const found: string[] = [];
/** Looks at a page that is open at each width. */
async function look(page: Page, what: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    // What follows the window's width does so in the next frame.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    const told = await tooWide(page);
    found.push(...told.map((each) => `${what} at ${width} px: ${each}`));
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

inBrowser('look.md "320 px: no sideways scrolling", with words of 200 letters', (desk) => {
  test('the public pages, for a visitor and for a person of such a name', async () => {
    found.length = 0;
    const { page, context, complaints } = await desk.person();
    const nowhere = `/?q=${'w'.repeat(200)}`;
    for (const path of [
      '/login',
      '/register',
      '/forgetPassword',
      `/${LONG}`,
      `/datasetDetail/${LONG}`,
      nowhere,
    ]) {
      await page.goto(server.url + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await look(page, path.slice(0, 30));
    }
    for (const signedIn of [false, true]) {
      if (signedIn) await context.addCookies([{ name: 'Portal-Token', value: user, url: server.url }]);
      const who = signedIn ? ' signed in' : '';
      await page.goto(server.url);
      await page.locator('a[href^="/datasetDetail"]').first().waitFor();
      await look(page, `home${who}`);
      await page.goto(`${server.url}/datasetDetail/${datasetId}`);
      await page.getByRole('button', { name: 'Cite' }).click();
      await look(page, `dataset${who}, citing`);
      await page.getByText('BibTeX').click();
      await look(page, `dataset${who}, BibTeX`);
      await page.keyboard.press('Escape');
      const changes = page.getByRole('button', { name: /^Changes since/ });
      if ((await changes.count()) > 0) await changes.first().click();
      await look(page, `dataset${who}, versions`);
      if (!signedIn) continue;
      await page
        .getByRole('button', { name: /Command line/ })
        .first()
        .click();
      await look(page, 'dataset, commands');
      await page
        .getByRole('button', { name: new RegExp(NAME.slice(0, 20)) })
        .first()
        .click();
      await look(page, 'dataset, user menu');
      await page.goto(`${server.url}/account`);
      await page.getByText(LONG).first().waitFor();
      await look(page, 'account');
      await page.goto(`${server.url}/changePassword`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await look(page, 'changePassword');
    }
    await asAdmin('PUT', `/api/v1/admin/updateDataset/${datasetId}`, { status: 'withdrawn' });
    await page.goto(server.url + downloadPath);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await look(page, 'download error');
    await page.goto(`${server.url}/datasetDetail/${datasetId}`);
    await look(page, 'dataset, withdrawn');
    await asAdmin('PUT', `/api/v1/admin/updateDataset/${datasetId}`, { status: 'published' });
    await page.goto(`${server.url}/api/v1/download/${datasetId}/${LONG}.csv?token=${LONG}`);
    await look(page, 'download error, token');
    expect(found).toEqual([]);
    expect(complaints.list).toEqual([]);
  }, 180_000);

  test('the back office: every screen, the drawers of a person and of a dataset', {
    ...GUARD,
    timeout: 180_000,
  }, async () => {
    found.length = 0;
    const { page, complaints } = await administrator(desk, server.url, admin, {
      reducedMotion: 'reduce',
    });
    const open = async (path: string) => {
      await page.goto(`${server.url}/admin/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0);
    };
    for (const path of [
      'index',
      'user/user_list',
      'user/approved_user_list',
      'user/applicant_list',
      'dataset/dataset_list',
      'dataset/download',
      'dataset/trash',
      'system/administrators',
      'system/audit',
      'system/approval',
      'system/dict',
      'system/config',
      'system/setting',
      'system/jobs',
      'system/health',
      'account',
    ]) {
      await open(path);
      await look(page, `admin/${path}`);
    }
    await open('user/user_list');
    await page
      .getByRole('row')
      .getByRole('button', { name: new RegExp(FAMILY.slice(0, 20)) })
      .first()
      .click();
    await page.getByRole('dialog').getByText(LONG).first().waitFor();
    await look(page, 'user drawer');
    await open('dataset/dataset_list');
    await page
      .getByRole('button', { name: new RegExp(`^${LONG}`) })
      .first()
      .click();
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).waitFor();
    await look(page, 'dataset form');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page
      .getByRole('button', { name: /^Files of/ })
      .first()
      .click();
    await page.getByRole('dialog').getByText(LONG).first().waitFor();
    await look(page, 'files drawer');
    await open('system/audit');
    await page.locator('tbody button').first().click();
    await page.getByRole('dialog').waitFor();
    await look(page, 'audit drawer');
    expect(found).toEqual([]);
    expect(complaints.list).toEqual([]);
  });
});
