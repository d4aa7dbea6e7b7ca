// @module-tag guards
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dataset, Subset } from '../../contract/catalogue.ts';
import { findings } from '../support/axe.ts';
import { alive, inBrowser, savedBytes } from '../support/browser.ts';
import { guardRounds, LONG } from '../support/guards.ts';
import { approvedUser, decide, registeredUser } from '../support/person.ts';
import { havePrograms } from '../support/programs.ts';
import { adminTokenOf, callServer, type ServerProcess, startServer } from '../support/server-process.ts';

/** Files at the top; two more lie in folders. */
const TOP = 45;

const run = promisify(execFile);
let folder: string;
let server: ServerProcess;
let user: string;
let former: string;
let id: string;
let hidden: string;

const number = (index: number) => String(index).padStart(2, '0');

/** A published dataset of `scan-NN.csv`, and two of its files in `train` and `train/a b`. */
async function publish(fields: Record<string, string>, count: number): Promise<string> {
  const token = await adminTokenOf(server.url);
  const body = new FormData();
  for (const [name, value] of Object.entries({ modalityName: 'Text', version: '1.0', ...fields })) {
    body.append(name, value);
  }
  for (let index = 0; index < count + 2; index++) {
    body.append('subsets', new Blob([`${index}\n`]), `scan-${number(index)}.csv`);
  }
  const headers = { authorization: `Bearer ${token}` };
  const added = await fetch(`${server.url}/api/v1/admin/addDataset`, { method: 'POST', body, headers });
  const { data } = (await added.json()) as { data: Dataset };
  const { subsetList } = await callServer<{ subsetList: Subset[] }>(
    server.url,
    'GET',
    `/api/v1/admin/dataset/${data.id}`,
    { token },
  );
  for (const [name, below] of [
    [`scan-${number(count)}.csv`, 'train/one.csv'],
    [`scan-${number(count + 1)}.csv`, 'train/a b/two #1.csv'],
  ] as const) {
    const subset = subsetList.find(({ path }) => path.endsWith(`/${name}`));
    const path = subset?.path.replace(name, below);
    await callServer(server.url, 'PUT', `/api/v1/admin/subset/${subset?.id}`, { token, body: { path } });
  }
  const status = { status: 'published' };
  await callServer(server.url, 'PUT', `/api/v1/admin/updateDataset/${data.id}`, { token, body: status });
  return data.id;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-file-browser-'));
  const dataDir = join(folder, 'data');
  server = await startServer(dataDir);
  user = await approvedUser(server.url, dataDir, 'browsing@example.org');
  former = await publish({ name: 'Scans', version: '0.9' }, 1);
  id = await publish({ name: 'Scans' }, TOP);
  hidden = await publish({ name: 'Secret', filesVisible: 'approved' }, 1);
}, 60_000);
afterAll(async () => {
  await server?.end();
  await rm(folder, { recursive: true, force: true });
});

inBrowser('releases.md, "Files": the file browser', (desk) => {
  const open = async (address: string, token?: string, options: Parameters<typeof desk.person>[0] = {}) => {
    const person = await desk.person(options);
    const cookie = { name: 'Portal-Token', value: token ?? '', url: server.url };
    if (token !== undefined) await person.context.addCookies([cookie]);
    await person.page.goto(server.url + address);
    return { ...person, grid: person.page.getByRole('grid', { name: 'Files' }) };
  };
  const search = (page: { url: () => string }) => new URL(page.url()).search;

  test('folders, pages, search and Back by keyboard, each in the address; a download; nothing jumps', async () => {
    const { context, page, grid, complaints } = await open(`/datasetDetail/${id}`, user);
    const download = grid.getByRole('link', { name: 'Download scan-00.csv, 2 B' });
    await download.waitFor();
    expect(await grid.locator('tbody [tabindex="0"]').count(), 'one tab stop').toBe(1);
    const focused = () => page.evaluate('document.activeElement.textContent');

    await grid.getByRole('link', { name: 'train', exact: true }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('scan-00.csv');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await grid.getByRole('link', { name: 'one.csv', exact: true }).waitFor();
    expect(search(page)).toBe('?folder=train');
    await expect.poll(focused).toBe('a b');
    const pages = page.getByRole('navigation', { name: 'Pages of the files' });
    expect(await pages.count(), 'there is one page').toBe(0);
    await page.keyboard.press('Enter');
    await grid.getByRole('link', { name: 'two #1.csv', exact: true }).waitFor();
    expect(search(page)).toBe('?folder=train%2Fa+b');
    const path = page.getByRole('navigation', { name: 'Folders' });
    expect(await path.getByRole('listitem').allTextContents()).toEqual(['Scans', 'train', 'a b']);
    const file = page.waitForEvent('download');
    await grid.getByRole('link', { name: /^Download two #1\.csv/ }).click();
    expect((await savedBytes(await file)).toString()).toBe(`${TOP + 1}\n`);
    await grid.getByRole('link', { name: 'two #1.csv', exact: true }).focus();
    await page.keyboard.press('Backspace');
    await grid.getByRole('link', { name: 'one.csv', exact: true }).waitFor();
    await page.goBack();
    await grid.getByRole('link', { name: 'two #1.csv', exact: true }).waitFor();
    await path.getByRole('link', { name: 'Scans' }).click();
    await download.waitFor();

    const top = async () => (await grid.boundingBox())?.y;
    await page.evaluate(`window.shift = 0; new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shift += value;
    }).observe({ type: 'layout-shift' })`);
    const before = await top();
    await grid.getByRole('link', { name: 'train', exact: true }).focus();
    await page.keyboard.press('PageDown');
    await grid.getByRole('link', { name: 'scan-19.csv', exact: true }).waitFor();
    expect(search(page)).toBe('?page=2');
    await page.getByText(`21–40 of ${TOP + 1}`).waitFor();
    expect(await top(), 'the list stays where it is').toBe(before);
    expect(await page.evaluate('shift')).toBeLessThanOrEqual(0.02);

    await page.getByRole('searchbox', { name: 'Search the files' }).fill('TWO');
    await page.keyboard.press('Enter');
    await grid.getByText('train/a b/two #1.csv', { exact: true }).waitFor();
    expect(search(page)).toBe('?find=TWO');
    await pages.getByText('1–1 of 1').waitFor();
    expect(complaints.list).toEqual([]);
    await context.close();
  });

  for (const [when, code] of [
    ['any code', /\/assets\/(?!first-).*\.js$/],
    ["the list's own code", /\/assets\/file-browser-.*\.js$/],
  ] as const) {
    test(`a button clicked before ${when} has come answers once it is there`, async () => {
      const { context, page } = await desk.person({ permissions: ['clipboard-write'] });
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
      await page.route(code, async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(`${server.url}/datasetDetail/${id}`, { waitUntil: 'commit' });
      if (when !== 'any code') await alive(page);
      const row = page.getByRole('grid', { name: 'Files' }).getByRole('row', { name: /scan-00\.csv/ });
      await row.getByRole('button', { name: /^Copy/ }).click();
      expect(await row.getByText('Copied').count()).toBe(0);
      letGo();
      await row.getByText('Copied').waitFor();
      await context.close();
    });
  }

  test('a failure is said, with Retry; hidden names: totals and the next step', async () => {
    const { context, page, grid } = await open(`/datasetDetail/${id}`);
    await grid.getByRole('link', { name: 'Sign in: scan-00.csv' }).waitFor();
    const path = '**/api/v1/dataset/*/files*';
    await page.route(path, (route) => route.fulfill({ status: 500, json: { code: 500, msg: 'Broken' } }));
    await grid.getByRole('link', { name: 'train', exact: true }).click();
    await page.getByRole('main').getByRole('alert').getByText('Broken').waitFor();
    await page.unroute(path);
    await page.getByRole('main').getByRole('button', { name: 'Retry' }).click();
    await grid.getByText('one.csv', { exact: true }).waitFor();

    await page.goto(`${server.url}/datasetDetail/${hidden}`);
    await page.getByText('Their names are shown to those who may download them.').waitFor();
    expect(await grid.count()).toBe(0);
    expect(await page.content()).not.toContain('scan-00');
    await context.addCookies([{ name: 'Portal-Token', value: user, url: server.url }]);
    await page.reload();
    await grid.getByRole('link', { name: 'scan-00.csv', exact: true }).waitFor();
    await context.close();
  });

  test('look "States": no match, no such page, no such folder: why, and the one way on', async () => {
    const { context, page, grid } = await open(`/datasetDetail/${id}?find=nowhere`);
    const files = page.getByRole('region', { name: 'Files' });
    await files.getByText('No file matches “nowhere”.').waitFor();
    expect(await grid.count(), 'no head of a list without rows').toBe(0);
    await files.getByRole('link', { name: 'Show all files' }).click();
    await grid.getByText('scan-00.csv', { exact: true }).waitFor();
    await page.goto(`${server.url}/datasetDetail/${id}?find=scan&page=99`);
    await files.getByText('There are not so many pages.').waitFor();
    await files.getByRole('link', { name: 'Show the first page' }).click();
    await grid.getByText('scan-00.csv', { exact: true }).waitFor();
    expect(search(page)).toBe('?find=scan');
    await page.goto(`${server.url}/datasetDetail/${id}?folder=elsewhere`);
    await files.getByRole('link', { name: 'Show all files' }).click();
    await grid.getByText('scan-00.csv', { exact: true }).waitFor();
    await context.close();
  });

  test('look "Detail": what "On this page" leads to stands below the header', async () => {
    const { context, page } = await open(`/datasetDetail/${id}`);
    await alive(page);
    const header = await page.getByRole('banner').boundingBox();
    for (const name of ['Files', 'Versions']) {
      await page
        .getByRole('navigation', { name: 'On this page' })
        .getByRole('link', { name: new RegExp(`^${name}`) })
        .click();
      const heading = page.getByRole('heading', { level: 2, name, exact: true });
      await expect.poll(async () => (await heading.boundingBox())?.y ?? 0).toBeLessThan(400);
      expect((await heading.boundingBox())?.y).toBeGreaterThanOrEqual(header?.height ?? 0);
    }
    await context.close();
  });

  test('a name is shown to its end on a desk, too', LONG, async () => {
    const { context, page, grid } = await open(`/datasetDetail/${id}`);
    await alive(page);
    const name = grid.getByText('scan-00.csv', { exact: true });
    await name.evaluate((element) => {
      element.textContent = `${'sub-001_ses-01_'.repeat(12)}bold.nii.gz`;
    });
    const cut = await grid
      .getByText(/bold\.nii\.gz$/)
      .evaluate(
        (element) =>
          element.scrollWidth > element.clientWidth &&
          element.ownerDocument.defaultView?.getComputedStyle(element).overflow === 'hidden',
      );
    expect(cut).toBe(false);
    await context.close();
  });

  test('"only what is new since" names earlier versions only, and the folder to paste it in', async () => {
    const { context, page } = await open(`/datasetDetail/${former}`, user);
    await page.getByRole('button', { name: 'Copy commands' }).click();
    await page.locator('pre code').waitFor();
    expect(await page.getByRole('combobox', { name: 'Fetch' }).count(), 'none is earlier').toBe(0);
    await page.goto(`${server.url}/datasetDetail/${id}`);
    await page.getByRole('button', { name: 'Copy commands' }).click();
    await page.getByRole('combobox', { name: 'Fetch' }).selectOption('0.9');
    await page.getByText('in the folder that holds version 0.9;').waitFor();
    await context.close();
  });

  test('hidden names: who may not see them reads where they stand', async () => {
    const email = 'waiting-for-names@example.org';
    const token = await registeredUser(server.url, join(folder, 'data'), email);
    const { context, page } = await open(`/datasetDetail/${hidden}`, token);
    const files = page.getByRole('region', { name: 'Files' });
    await files.getByText('Awaiting approval').waitFor();
    await decide(server.url, email, 'rejected', 'Tell us more.');
    await page.reload();
    const again = files.getByRole('link', { name: 'Resubmit' });
    expect(await again.getAttribute('href')).toContain('redirect=');
    await context.close();
  });

  const shell = havePrograms(['bash', 'curl', 'awk', 'sha256sum'], {
    test: "the file browser's commands",
    packages: 'curl',
  });
  // What the commands do with a manifest is looked at in tests/kit.
  test.runIf(shell)(
    'commands for a folder, for what is new, and for what was chosen, which fetch it',
    LONG,
    async () => {
      const { context, page, grid } = await open(`/datasetDetail/${id}?folder=train`, user);
      await page.getByRole('button', { name: 'Copy commands' }).click();
      const command = page.locator('pre code');
      await page.getByText('Folder train', { exact: true }).first().waitFor();
      for (const tool of ['wget', 'aria2', 'PowerShell', 'curl']) {
        await page.getByRole('radio', { name: tool }).check();
        const text = (await command.textContent()) ?? '';
        expect(text).toContain(`/api/v1/dataset/${id}/manifest?format=aria2&prefix=train&token=`);
        expect(text, 'a ticket, never the session').not.toContain(user);
      }
      await page
        .getByRole('combobox', { name: 'Fetch' })
        .selectOption({ label: 'only what is new since 0.9' });
      expect(await command.textContent()).toContain('format=aria2&since=0.9&prefix=train');

      await grid.getByRole('checkbox', { name: 'Choose one.csv' }).check();
      await page.getByText('Chosen files: 1', { exact: true }).first().waitFor();
      const { stdout } = await run('bash', ['-c', (await command.textContent()) ?? ''], { cwd: folder });
      expect(stdout).toMatch(/OK\n$/);
      expect(await readFile(join(folder, 'train/one.csv'), 'utf8')).toBe(`${TOP}\n`);
      await context.close();
    },
  );

  for (const { looks, options, round } of guardRounds) {
    test(`no axe violation, nothing wider than the window${round}`, options, async () => {
      const { context, page, grid } = await open(`/datasetDetail/${id}`, user, { reducedMotion: 'reduce' });
      await grid.getByRole('link', { name: /^Download scan-00/ }).waitFor();
      await page.getByRole('button', { name: 'Copy commands' }).click();
      await page.locator('pre code').waitFor();
      expect(await findings(page, looks)).toEqual([]);
      await context.close();
    });
  }
});
