// @module-tag guards

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dataset } from '../../contract/catalogue.ts';
import { findings } from '../support/axe.ts';
import { inBrowser } from '../support/browser.ts';
import { guardRounds } from '../support/guards.ts';
import { pasted } from '../support/pasted.ts';
import { approvedUser, registeredUser } from '../support/person.ts';
import { havePrograms } from '../support/programs.ts';
import { adminTokenOf, callServer, type ServerProcess, startServer } from '../support/server-process.ts';

const run = promisify(execFile);
let folder: string;
let server: ServerProcess;
let detail: string;
let approved: string;
let waiting: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-kit-'));
  const dataDir = join(folder, 'data');
  server = await startServer(dataDir);
  approved = await approvedUser(server.url, dataDir, 'kit@example.org');
  waiting = await registeredUser(server.url, dataDir, 'waiting@example.org');
  const token = await adminTokenOf(server.url);
  const body = new FormData();
  for (const [field, value] of Object.entries({
    name: "Bird's songs",
    version: '1.0',
    modalityName: 'Audio',
  }))
    body.append(field, value);
  body.append('subsets', new Blob(['a,b\n1,2\n']), 'train set.csv');
  body.append('subsets', new Blob(['a,b\n3,4\n']), 'test.csv');
  const added = await fetch(`${server.url}/api/v1/admin/addDataset`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  });
  const { data } = (await added.json()) as { data: Dataset };
  await callServer(server.url, 'PUT', `/api/v1/admin/updateDataset/${data.id}`, {
    token,
    body: { status: 'published' },
  });
  detail = `${server.url}/datasetDetail/${data.id}`;
}, 60_000);
afterAll(async () => {
  await server?.end();
  await rm(folder, { recursive: true, force: true });
});

const button = (page: Page, name: string) =>
  page.getByRole('button', { name: `Command line for ${name}`, exact: true });

inBrowser('look.md, Detail: per row a "Command line" disclosure', (desk) => {
  const open = async (token: string, options: Parameters<typeof desk.person>[0] = {}) => {
    const person = await desk.person(options);
    await person.context.addCookies([{ name: 'Portal-Token', value: token, url: server.url }]);
    await person.page.goto(detail);
    await person.page.getByRole('table', { name: 'Data list' }).waitFor();
    return person;
  };

  test('opened and closed with the keyboard; each tool has its command, which the button copies', async () => {
    const { context, page, complaints } = await open(approved, {
      permissions: ['clipboard-write'],
    });
    const opener = button(page, 'train set.csv');
    await opener.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('radio', { name: 'curl' }).waitFor();
    expect(await opener.getAttribute('aria-expanded')).toBe('true');
    expect(await page.locator(`[id="${await opener.getAttribute('aria-controls')}"]`).count()).toBe(1);
    for (const tool of ['curl', 'wget', 'aria2', 'PowerShell']) {
      await page.getByRole('radio', { name: tool }).check();
      const shown = (await page.locator('pre').textContent()) ?? '';
      expect(shown).toContain('train set.csv');
      expect(shown).toContain(`${server.url}/api/v1/download/`);
      expect(shown).toMatch(/sha256/i);
      expect(shown, 'a ticket, never the session').not.toContain(approved);
      await page.getByRole('button', { name: `Copy ${tool} for train set.csv` }).click();
      await page.getByText('Copied', { exact: true }).waitFor();
      expect(await pasted(page)).toBe(shown);
    }
    await opener.focus();
    await page.keyboard.press('Space');
    expect(await page.locator('pre').count()).toBe(0);
    expect(await opener.getAttribute('aria-expanded')).toBe('false');
    expect(complaints.list).toEqual([]);
    await context.close();
  });

  test('the code of the commands is fetched only when they are opened', async () => {
    const { context, page } = await open(approved);
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    await button(page, 'test.csv').waitFor();
    expect(scripts).toEqual([]);
    await button(page, 'test.csv').click();
    await page.getByRole('radio', { name: 'curl' }).waitFor();
    expect(scripts).toHaveLength(1);
    await context.close();
  });

  const shell = havePrograms(['bash', 'curl', 'sha256sum'], {
    test: "the page's curl command",
    packages: 'curl',
  });
  test.runIf(shell)(
    'what the page shows is what works in a terminal, for a file and for the whole',
    async () => {
      const { context, page } = await open(approved);
      for (const [row, fileName] of [
        ['train set.csv', 'train set.csv'],
        ["Bird's songs 1.0", 'bird-s-songs-1.0.zip'],
      ] as const) {
        await button(page, row).click();
        const shown = (await page.locator('pre').last().textContent()) ?? '';
        const { stdout } = await run('bash', ['-c', shown], { cwd: folder });
        expect(stdout).toBe(`${fileName}: OK\n`);
        await button(page, row).click();
      }
      await context.close();
    },
  );

  test('who has no links has no commands', async () => {
    for (const token of [waiting, 'none']) {
      const { context, page } = await open(token);
      const words = token === 'none' ? 'your must sign in to download' : 'Awaiting approval';
      await page.getByRole('cell', { name: words }).first().waitFor();
      expect(await page.getByText('Command line').count()).toBe(0);
      await context.close();
    }
  });

  for (const { looks, options, round } of guardRounds) {
    test(`opened: no axe violation, nothing wider than the page${round}`, options, async () => {
      const { context, page } = await open(approved, {
        reducedMotion: 'reduce',
        viewport: { width: 1280, height: 900 },
      });
      await button(page, 'train set.csv').click();
      await page.getByRole('radio', { name: 'curl' }).waitFor();
      expect(await findings(page, looks)).toEqual([]);
      await context.close();
    });
  }
});
