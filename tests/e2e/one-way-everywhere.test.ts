// @module-tag long

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dataset } from '../../contract/catalogue.ts';
import { form, newDataset } from '../../server/testing/forms.ts';
import { administrator } from '../support/back-office.ts';
import { inBrowser } from '../support/browser.ts';
import { GUARD } from '../support/guards.ts';
import { decide, registeredUser, signIn } from '../support/person.ts';
import { adminTokenOf, callServer, type ServerProcess, startServer } from '../support/server-process.ts';

const EMAIL = 'ada@example.org';
const REASON = 'You shared your links with others.';
const widths = [1280, 390] as const;

let dataDir: string;
let server: ServerProcess;
let detail: string;
let adminToken: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-one-way-'));
  server = await startServer(dataDir);
  adminToken = await adminTokenOf(server.url);
  const fields = {
    ...newDataset('Brain Scans'),
    modalityName: 'MRI',
    detail: 'About it.\n\nMore of it.',
    keywords: 'mice',
  };
  const body = form(fields, ['subsets', 'x', 'a.txt'], ['subsets', 'y', 'b.txt']);
  const headers = { authorization: `Bearer ${adminToken}` };
  const added = await fetch(`${server.url}/api/v1/admin/addDataset`, { method: 'POST', body, headers });
  const { data } = (await added.json()) as { data: Dataset };
  const published = { token: adminToken, body: { status: 'published' } };
  await callServer(server.url, 'PUT', `/api/v1/admin/updateDataset/${data.id}`, published);
  detail = `/datasetDetail/${data.id}`;
  await registeredUser(server.url, dataDir, EMAIL);
  await decide(server.url, EMAIL, 'approved');
  await decide(server.url, EMAIL, 'suspended', REASON);
});
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

const xOf = async (locator: Locator) => Math.round((await locator.boundingBox())?.x ?? -1);
const userCookie = async () => ({
  name: 'Portal-Token',
  value: await signIn(server.url, EMAIL),
  url: server.url,
});

inBrowser('the public site', (desk) => {
  test('look.md: one header and one footer on every public page', async () => {
    const { context, page } = await desk.person();
    const seen = new Set<string>();
    for (const path of ['/', detail, '/login', '/register', '/account', '/404', '/admin/login']) {
      await page.goto(server.url + path);
      const brand = await page.locator('header a').first().boundingBox();
      const header = await page.locator('header').first().boundingBox();
      seen.add(`${brand?.x} ${header?.height} ${await page.locator('footer').count()}`);
    }
    expect([...seen]).toEqual(['24 65 1']);
    await context.close();
  });

  test('the way to sign in is in the header of every public page but where it leads to', async () => {
    const { context, page } = await desk.person();
    const link = page.getByRole('banner').getByRole('link', { name: 'Sign in', exact: true });
    for (const [path, href] of [
      ['/register', '/login'],
      ['/register?redirect=%2Faccount', '/login?redirect=%2Faccount'],
      ['/404', '/login'],
      ['/401', '/login'],
      // Its token stays where it is.
      ['/unfollow#token=secret', '/login'],
      ['/changePassword', '/login?redirect=%2FchangePassword'],
    ]) {
      await page.goto(server.url + path);
      expect(await link.getAttribute('href'), path).toBe(href);
      expect((await link.boundingBox())?.height, path).toBe(40);
    }
    for (const path of ['/login', '/admin/login', '/review']) {
      await page.goto(server.url + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await link.count(), path).toBe(0);
    }
    await context.close();
  });

  test('theme switch and user menu are on account pages, too', async () => {
    const { context, page } = await desk.person();
    await page.goto(`${server.url}/login`);
    const header = page.getByRole('banner');
    const theme = header.getByRole('button', { name: /^Colours|^Theme/ });
    await theme.click();
    await page.locator('html[data-theme="light"]').waitFor({ state: 'attached' });
    await theme.click();
    await page.locator('html[data-theme="dark"]').waitFor({ state: 'attached' });
    expect(await header.getByRole('button', { name: 'Ada Lovelace' }).count()).toBe(0);
    await context.addCookies([await userCookie()]);
    for (const path of ['/account', '/changePassword']) {
      await page.goto(server.url + path);
      await header.getByRole('button', { name: 'Ada Lovelace' }).click();
      const menu = page.locator('#user-menu');
      await menu.getByText('changePassword').waitFor();
      await menu.getByText(EMAIL).waitFor();
    }
    await page.locator('#user-menu').getByText('logout').click();
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).waitFor();
    await context.close();
  });

  test('somebody suspended reads the reason once', async () => {
    const { context, page } = await desk.person();
    await context.addCookies([await userCookie()]);
    for (const path of [detail, '/account']) {
      await page.goto(server.url + path);
      await page.getByText(REASON).first().waitFor();
      if (path === '/account') await page.getByRole('heading', { name: 'Timeline' }).waitFor();
      expect(await page.getByText(REASON).count(), path).toBe(1);
    }
    await context.close();
  });

  for (const width of widths) {
    test(`the dataset page has one left edge at ${width} px`, async () => {
      const { context, page } = await desk.person({ viewport: { width, height: 900 } });
      await page.goto(server.url + detail);
      const parts = [
        page.getByRole('heading', { level: 1 }),
        page.getByText(/^Version /).first(),
        page.getByRole('list', { name: 'Keywords' }),
        page.getByRole('grid', { name: 'Files' }),
        page.getByRole('region', { name: 'Data list' }).getByRole('table'),
        page.getByRole('heading', { name: 'About', exact: true }),
        page.getByRole('heading', { name: 'Document' }),
      ];
      const edges = await Promise.all(parts.map(xOf));
      expect(new Set(edges)).toEqual(new Set([edges[0]]));
      await context.close();
    });
  }

  test('no dot at the end of a line of facts, nor at its beginning', async () => {
    const { context, page } = await desk.person({ viewport: { width: 320, height: 900 } });
    await page.goto(server.url);
    const stray = await page.evaluate<number>(`(() => {
      const lists = document.querySelectorAll('main a p, main ul[aria-label]');
      return [...lists].flatMap((list) => [...list.children]).filter((part) => {
        const after = getComputedStyle(part, '::after').content;
        return after.includes('·');
      }).length;
    })()`);
    expect(stray).toBe(0);
    await context.close();
  });
});

inBrowser('forms and tables', (desk) => {
  const office = async (path: string, width = 1280) => {
    const person = await administrator(desk, server.url, adminToken, { viewport: { width, height: 900 } });
    await person.page.goto(server.url + path);
    return person;
  };
  /** Names of the fields that are marked as required, in what is seen and in what is read out. */
  const marked = (page: Page, root: string) =>
    page.evaluate<string[][]>(`(() => {
      const fields = [...document.querySelectorAll('${root} :is(input, textarea, select)[name]')];
      const labelOf = (field) => field.labels?.[0];
      const starred = fields.filter((field) => {
        const label = labelOf(field);
        return label && getComputedStyle(label, '::after').content.includes('*');
      });
      return [starred.map(({ name }) => name), fields.filter(({ required }) => required).map(({ name }) => name)];
    })()`);

  test('what is required is marked the same way, public and in the back office', async () => {
    const { context, page } = await desk.person();
    await page.goto(`${server.url}/register`);
    await page.getByLabel('E-mail').waitFor();
    const needed = ['email', 'validCode', 'password', 'firstName', 'familyName', 'affiliation', 'purpose'];
    expect(await marked(page, 'form')).toEqual([needed, needed]);
    expect(await page.getByText('(optional)').count()).toBe(0);
    await context.close();
    const admin = await office('/admin/dataset/dataset_list');
    await admin.page.getByRole('button', { name: 'Add dataset' }).first().click();
    await admin.page.getByRole('dialog').getByLabel('Citation').waitFor();
    const fields = ['name', 'version', 'modalityName'];
    expect(await marked(admin.page, '[role="dialog"] form')).toEqual([fields, fields]);
    await admin.page.goto(`${server.url}/admin/system/dict`);
    await admin.page.getByRole('button', { name: 'Add entry' }).first().click();
    await admin.page.getByRole('dialog').getByLabel('Remark').waitFor();
    expect(await admin.page.getByText('(optional)').count()).toBe(0);
    const [starred, required] = await marked(admin.page, '[role="dialog"] form');
    expect(starred).toEqual(required);
    expect(starred).toContain('dictLabel');
    await admin.context.close();
  });

  test('countries are names, in the language of the page', GUARD, async () => {
    for (const [locale, name, label] of [
      ['en', 'Germany', 'Country'],
      ['zh-CN', '德国', '国家或地区'],
    ] as const) {
      const { context, page } = await desk.person({ locale });
      await page.goto(`${server.url}/register`);
      await page.getByLabel(label).selectOption({ label: name });
      expect(await page.getByLabel(label).inputValue()).toBe('DE');
      await context.close();
    }
    // Somebody who came in by a code, and somebody who typed a name before there was a choice.
    for (const [typed, shown] of [
      ['DE', 'Germany'],
      ['Freedonia', 'Freedonia'],
    ] as const) {
      const { context, page } = await office('/admin/user/user_list');
      await page.route('**/api/v1/admin/user/*', async (route) => {
        const answer = await route.fetch();
        const body = (await answer.json()) as { data: { country?: string; user?: object } };
        const data = body.data.user
          ? { ...body.data, user: { ...body.data.user, country: typed } }
          : { ...body.data, country: typed };
        await route.fulfill({ json: { ...body, data } });
      });
      await page.route('**/api/v1/admin/userList*', async (route) => {
        const body = (await (await route.fetch()).json()) as { data: { list: object[] } };
        const list = body.data.list.map((user) => ({ ...user, country: typed }));
        await route.fulfill({ json: { ...body, data: { ...body.data, list } } });
      });
      await page.reload();
      await page
        .getByRole('button', { name: /Ada Lovelace/ })
        .first()
        .click();
      await page.getByRole('dialog').getByText(shown, { exact: true }).waitFor();
      await context.close();
    }
  });

  test('decisions §1: every range of days is From and Before', async () => {
    for (const path of ['/admin/index', '/admin/dataset/download', '/admin/system/audit']) {
      const { context, page } = await office(`${path}?from=2026-01-01&to=2026-02-01`);
      if (path === '/admin/index') await page.getByRole('button', { name: 'Custom' }).click();
      const more = page.getByRole('button', { name: 'More filters' });
      if (path.endsWith('download') && (await more.count()) > 0) await more.click();
      await expect.poll(() => page.getByLabel('From', { exact: true }).inputValue()).toBe('2026-01-01');
      expect(await page.getByLabel('Before', { exact: true }).inputValue(), path).toBe('2026-02-01');
      await context.close();
    }
  });

  test('look.md: buttons in rows are bordered where the pointer or the focus is', async () => {
    const { context, page } = await office('/admin/dataset/dataset_list');
    const files = page
      .getByRole('row')
      .getByRole('button', { name: /^Files of/ })
      .first();
    const border = () =>
      files.evaluate((button) => button.ownerDocument.defaultView?.getComputedStyle(button).borderTopColor);
    const none = 'rgba(0, 0, 0, 0)';
    await page.mouse.move(0, 0);
    expect([await border(), (await files.boundingBox())?.height]).toEqual([none, 28]);
    await files.hover();
    expect(await border()).not.toBe(none);
    await page.mouse.move(0, 0);
    await files.focus();
    expect(await border()).not.toBe(none);
    await context.close();
  });

  test('buttons in rows are no larger than the text beside them', async () => {
    for (const path of ['/admin/dataset/dataset_list', '/admin/user/user_list', '/admin/system/config']) {
      const { context, page } = await office(path);
      await page.locator('td button').first().waitFor();
      const larger = await page.evaluate<number>(`(() => {
        const size = (element) => parseFloat(getComputedStyle(element).fontSize);
        return [...document.querySelectorAll('td button, td a')].filter((each) => size(each) > size(each.closest('td'))).length;
      })()`);
      expect(larger, path).toBe(0);
      await context.close();
    }
  });

  test('look.md: the audit log reads itself, and leads to the person', async () => {
    const { context, page } = await office('/admin/system/audit');
    const row = page.getByRole('row').filter({ hasText: 'Suspended Ada Lovelace' });
    await row.getByRole('button', { name: 'Details: Suspended Ada Lovelace' }).click();
    const drawer = page.getByRole('dialog', { name: 'Suspended Ada Lovelace' });
    await drawer.getByText(/^user /).waitFor();
    await page.keyboard.press('Escape');
    expect(await row.textContent()).not.toContain('user ');
    await row.getByRole('link', { name: 'Ada Lovelace' }).click();
    await page.waitForURL(/user_list\?user=/);
    await page.getByRole('dialog', { name: 'Ada Lovelace' }).getByText(EMAIL).waitFor();
    // Its address opens it again; closed, it is gone from the address.
    await page.reload();
    await page.getByRole('dialog', { name: 'Ada Lovelace' }).getByText(EMAIL).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL(/user_list$/);
    await context.close();
  });

  test('look.md: states are badges where they want to be seen', async () => {
    const { context, page } = await office('/admin/dataset/dataset_list');
    await page.getByRole('cell', { name: /Published/ }).waitFor();
    expect(await page.locator('.mantine-Badge-root').count()).toBe(0);
    await page.goto(`${server.url}/admin/user/user_list`);
    await page.locator('.mantine-Badge-root').filter({ hasText: 'Suspended' }).waitFor();
    await context.close();
  });

  test('look.md: the dictionary stands under its types', async () => {
    const { context, page } = await office('/admin/system/dict');
    await page.getByRole('rowheader', { name: 'Licences' }).waitFor();
    expect(await page.getByRole('columnheader', { name: 'Type' }).count()).toBe(0);
    await page.getByRole('columnheader').getByRole('button', { name: /Label/ }).click();
    await page.getByRole('columnheader', { name: 'Type' }).waitFor();
    expect(await page.getByRole('rowheader', { name: 'Licences', exact: true }).count()).toBe(0);
    await context.close();
  });

  test('look.md: registering is two steps, each with its heading', async () => {
    const { context, page } = await desk.person({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${server.url}/register`);
    await page.getByRole('heading', { level: 2, name: '1 Confirm your e-mail' }).waitFor();
    await page.getByRole('heading', { level: 2, name: '2 About you' }).waitFor();
    const yOf = async (locator: Locator) => Math.round((await locator.boundingBox())?.y ?? -1);
    expect(await yOf(page.getByRole('button', { name: 'Send code' }))).toBe(
      await yOf(page.getByLabel('E-mail')),
    );
    expect(await yOf(page.getByLabel('First name'))).toBe(await yOf(page.getByLabel('Family name')));
    await context.close();
  });

  test('§2 the names of the groups fit the sidebar of 256 px', async () => {
    const { context, page } = await office('/admin/dataset/dataset_list');
    const group = page.getByRole('button', { name: /dataset management/i }).getByText(/dataset management/i);
    await expect.poll(async () => (await group.boundingBox())?.height ?? 99).toBeLessThanOrEqual(21);
    await context.close();
  });

  for (const width of widths) {
    test(`every row of the dashboard's tiles is full at ${width} px`, async () => {
      const { context, page } = await office('/admin/index', width);
      const tiles = page.locator('div > a[aria-busy]');
      await expect.poll(() => tiles.count()).toBe(4);
      // All at one moment: while the page is drawn, tiles move.
      const ends = () =>
        tiles.evaluateAll((all) => {
          const rows = new Map<number, number>();
          for (const tile of all) {
            const { top, right } = tile.getBoundingClientRect();
            rows.set(Math.round(top), Math.max(rows.get(Math.round(top)) ?? 0, Math.round(right)));
          }
          return new Set(rows.values()).size;
        });
      await expect.poll(ends).toBe(1);
      // Who reviews datasets has their requests first, and still no fifth tile.
      await page.route('**/api/v1/admin/requestQueue', (route) =>
        route.fulfill({
          json: { code: 200, msg: 'ok', data: { datasets: [{ datasetId: 'd', name: 'Brain', waiting: 2 }] } },
        }),
      );
      await page.reload();
      await page.getByRole('link', { name: /^Requests to decide/ }).waitFor();
      await expect.poll(() => tiles.count()).toBe(4);
      await expect.poll(ends).toBe(1);
      await page.locator('p a[aria-busy]').filter({ hasText: 'Active downloads now' }).waitFor();
      await context.close();
    });
  }
});
