// @module-tag long

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Setting } from '../../contract/setting.ts';
import { administrator } from '../support/back-office.ts';
import { publishBrainMri } from '../support/brain-mri.ts';
import { inBrowser } from '../support/browser.ts';
import { GUARD } from '../support/guards.ts';
import { approvedUser } from '../support/person.ts';
import { adminTokenOf, callServer, type ServerProcess, startServer } from '../support/server-process.ts';

let dataDir: string;
let server: ServerProcess;
let admin: string;
let user: string;
let dataset: string;

/** The smallest document that pdf.js draws without a complaint. */
const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF`;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-wordings-'));
  server = await startServer(dataDir);
  admin = await adminTokenOf(server.url);
  user = await approvedUser(server.url, dataDir, 'ada@example.org');
  dataset = await publishBrainMri(server.url, admin, 'mri', [
    'desc',
    new Blob([pdf], { type: 'application/pdf' }),
    'about.pdf',
  ]);
});
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

const word = (wording: Setting['wording']) =>
  callServer(server.url, 'POST', '/api/v1/setting', { token: admin, body: { wording } });
const userCookie = () => ({ name: 'Portal-Token', value: user, url: server.url });

/** What stands on each page in either wording: the literal of §2 or §8, and what it says when corrected. */
const said = {
  'as specified': {
    anonymous: 'your must sign in to download',
    integrity: 'SAH-256',
    columns: ['Data name', 'Desc', 'Download'],
    subset: 'subset',
    menu: ['changePassword', 'logout'],
    dialog: { title: 'system prompt', text: 'are you sure to log out and exit the system' },
    screens: ['home', 'user list', 'approved user list', 'applicant list', 'dataset list'],
    unreachable: 'server connect error！',
  },
  corrected: {
    anonymous: 'You must sign in to download',
    integrity: 'SHA-256',
    columns: ['Data name', 'Description', 'Download'],
    subset: 'Subset',
    menu: ['Change password', 'Sign out'],
    dialog: { title: 'Please note', text: 'Do you want to sign out of the back office?' },
    screens: ['Home', 'Users', 'Approved users', 'Applicants', 'Datasets'],
    unreachable: 'Cannot reach the server.',
  },
} as const;

describe('decisions §8: the literals are the default wording, one switch turns on the corrected one', () => {
  for (const wording of ['as specified', 'corrected'] as const) {
    const words = said[wording];

    test(`${wording}: at once in what the server sends, cached pages too`, async () => {
      // Cached in the other wording.
      await fetch(server.url + dataset).then((answer) => answer.text());
      if (wording === 'corrected') await word(wording);
      const text = await fetch(server.url + dataset).then((answer) => answer.text());
      expect(text).toContain(`>${words.anonymous}</a>`);
      for (const column of words.columns) expect(text).toContain(`>${column}</th>`);
      const other = said[wording === 'corrected' ? 'as specified' : 'corrected'];
      expect(text).not.toContain(other.anonymous);
    });

    inBrowser(
      `${wording}, in a browser`,
      (desk) => {
        beforeAll(() => word(wording));

        test('§2 home: the entries of the user menu', async () => {
          const { context, page, complaints } = await desk.person();
          await context.addCookies([userCookie()]);
          await page.goto(server.url);
          await page.getByRole('button', { name: 'Ada Lovelace' }).click();
          const [changePassword, logout] = words.menu;
          const change = page.getByRole('link', { name: changePassword });
          expect(await change.textContent()).toBe(changePassword);
          expect(await change.getAttribute('href')).toBe('/changePassword');
          // look.md, "Literal texts": the accessible name begins with the visible literal and adds the right word.
          expect(await change.getAttribute('aria-label')).toBe(`${changePassword}: change your password`);
          expect(await page.getByRole('button', { name: logout }).textContent()).toBe(logout);
          await expect
            .poll(() => page.getByRole('heading', { level: 2, name: 'mri' }).isVisible(), { timeout: 15_000 })
            .toBe(true);
          expect(complaints.list).toEqual([]);
        });

        test('§2 dataset detail, to a visitor', async () => {
          const { page, complaints } = await desk.person();
          await page.goto(server.url + dataset);
          const table = page.getByRole('table', { name: 'Data list' });
          await expect
            .poll(() => table.getByRole('columnheader').allTextContents(), { timeout: 15_000 })
            .toEqual([...words.columns]);
          const [, whole, subset] = await table.getByRole('row').all();
          expect(await whole?.getByRole('cell').first().textContent()).toBe('Whole dataset');
          expect(await subset?.getByRole('cell').first().textContent()).toBe(words.subset);
          const links = table.getByRole('link', { name: words.anonymous });
          await expect.poll(() => links.count(), { timeout: 15_000 }).toBe(2);
          expect(await links.first().getAttribute('href')).toMatch(/^\/login/);
          await page.getByRole('heading', { name: 'Document', exact: true }).waitFor();
          expect(complaints.list).toEqual([]);
        });

        test('§2 dataset detail, to an approved user', async () => {
          const { context, page, complaints } = await desk.person();
          await context.addCookies([userCookie()]);
          await page.goto(server.url + dataset);
          const links = page.getByRole('link', {
            name: `${words.integrity}, SHA-256 checksum for train.csv`,
          });
          await links.waitFor();
          expect(await links.textContent()).toBe(words.integrity);
          expect(await page.getByRole('link', { name: /^Download Brain MRI 1\.0/ }).textContent()).toBe(
            'Download',
          );
          await page.getByRole('button', { name: 'Ada Lovelace' }).click();
          for (const entry of words.menu) await page.getByText(entry, { exact: true }).waitFor();
          expect(complaints.list).toEqual([]);
        });

        test('§8 what is said when the server cannot be reached', async () => {
          const { page } = await desk.person();
          await page.goto(server.url);
          await page.route('**/api/v1/dataset/*', (route) => route.abort());
          await page.getByRole('link', { name: /Brain MRI/ }).click();
          await page.getByText(words.unreachable).first().waitFor();
          await page.getByText('We could not reach the server. Nothing was lost.', { exact: true }).waitFor();
        });

        test('§2 back office: titles of the screens, logout after confirmation', async () => {
          const { page, complaints } = await administrator(desk, server.url, await adminTokenOf(server.url));
          await page.goto(`${server.url}/admin/index`);
          const [home, ...others] = words.screens;
          const menu = page.getByRole('navigation', { name: 'Back office menu' });
          await menu.getByRole('button', { name: 'User management' }).waitFor();
          await expect
            .poll(() => menu.locator('a').allTextContents(), { timeout: 15_000 })
            .toEqual(expect.arrayContaining([...others]));
          expect(await page.title()).toBe(`${home} - Vitrine`);
          await page.getByRole('button', { name: /^Your account menu/ }).click();
          await page.getByRole('menuitem', { name: 'Log out' }).click();
          const dialog = page.getByRole('dialog', { name: words.dialog.title });
          await dialog.getByText(words.dialog.text).waitFor();
          expect(complaints.list).toEqual([]);
        });
      },
      wording === 'as specified' ? {} : GUARD,
    );
  }
});
