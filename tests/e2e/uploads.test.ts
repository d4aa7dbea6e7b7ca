import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AdminSubset } from '../../contract/dataset-admin.ts';
import { violationsOf } from '../support/axe.ts';
import { administrator } from '../support/back-office.ts';
import { inBrowser } from '../support/browser.ts';
import { GUARD, LONG } from '../support/guards.ts';
import { randomBytes } from '../support/random.ts';
import {
  ADMIN,
  adminTokenOf,
  callServer,
  type ServerProcess,
  startServer,
} from '../support/server-process.ts';

const MiB = 1024 * 1024;
/** What the page sends in one piece. */
const PIECE = 16 * MiB;
const SIZE = 40 * MiB;
/** Bytes per second of the slowed line: an upload lasts long enough to be cut in its middle. */
const LINE = 4 * MiB;

let folder: string;
let server: ServerProcess;
let bytes: Buffer;
const file = (...names: string[]) => join(folder, ...names);
const sha = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-uploads-'));
  server = await startServer(file('data'));
  bytes = randomBytes(SIZE);
  await writeFile(file('scan.bin'), bytes);
  await mkdir(file('slices', 'left', 'deep'), { recursive: true });
  await mkdir(file('slices', 'right'), { recursive: true });
  await writeFile(file('slices', 'index.csv'), 'id\n1\n');
  await writeFile(file('slices', 'left', 'a.txt'), 'left a');
  await writeFile(file('slices', 'left', 'deep', 'ü b.txt'), 'deep b');
  await writeFile(file('slices', 'right', 'a.txt'), 'right a');
});
afterAll(async () => {
  await server?.end();
  await rm(folder, { recursive: true, force: true });
});

let many = 0;

/** A new draft without files. */
async function draft(): Promise<{ id: string; name: string }> {
  const token = await adminTokenOf(server.url);
  const name = `Uploads ${++many}`;
  const body = new FormData();
  for (const [key, value] of Object.entries({ name, version: '1', modalityName: 'MRI' }))
    body.append(key, value);
  const answer = await fetch(`${server.url}/api/v1/admin/addDataset`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  });
  const { data } = (await answer.json()) as { data: { id: string } };
  return { id: data.id, name };
}

async function subsets(id: string): Promise<AdminSubset[]> {
  const token = await adminTokenOf(server.url);
  const { subsetList } = await callServer<{ subsetList: AdminSubset[] }>(
    server.url,
    'GET',
    `/api/v1/admin/dataset/${id}`,
    { token },
  );
  return subsetList;
}

async function openFiles(page: Page, name: string): Promise<void> {
  await page.goto(`${server.url}/admin/dataset/dataset_list`);
  await page
    .getByRole('row')
    .filter({ hasText: name })
    .getByRole('button', { name: /^Files/ })
    .click();
  await page.getByRole('dialog').getByText('Drop files or folders here').waitFor();
}

const lines = new WeakMap<Page, CDPSession>();

/** Uploads run at `rate` from now on, bytes per second; with 0 as fast as they can. */
async function slow(page: Page, rate: number): Promise<void> {
  // The same session each time: a line is as slow as any of them says.
  const session = lines.get(page) ?? (await page.context().newCDPSession(page));
  lines.set(page, session);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: rate === 0 ? -1 : rate,
  });
}

/** Bytes that the server has written of the upload that is under way. */
function received(): number {
  const db = new Database(file('data', 'vitrine.sqlite'), { readonly: true, timeout: 5_000 });
  try {
    const row = db
      .prepare('select received from uploads where used_at is null order by created_at desc')
      .get();
    return (row as { received: number } | undefined)?.received ?? 0;
  } finally {
    db.close();
  }
}

/** Where each PATCH of the page began. */
function offsets(page: Page): number[] {
  const list: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') list.push(Number(request.headers()['upload-offset']));
  });
  return list;
}

const choose = (page: Page, ...names: string[]) =>
  page.getByLabel('Choose files').setInputFiles(names.map((name) => file(name)));

inBrowser('§4 resumable uploads in the back office', (desk) => {
  async function lab() {
    const token = await adminTokenOf(server.url);
    return administrator(desk, server.url, token);
  }

  test('the server is killed in the middle and started again: the upload goes on by itself', {
    ...GUARD,
    timeout: 90_000,
  }, async () => {
    const { id, name } = await draft();
    const { page, complaints } = await lab();
    await openFiles(page, name);
    const began = offsets(page);
    await slow(page, LINE);
    await choose(page, 'scan.bin');
    await expect.poll(received, { timeout: 30_000 }).toBeGreaterThanOrEqual(PIECE);
    const { port } = new URL(server.url);
    await server.end('SIGKILL');
    const safe = received();
    server = await startServer(file('data'), { PORT: port });
    await slow(page, 0);
    await page.getByText('scan.bin is in the dataset').waitFor({ timeout: 60_000 });
    await expect.poll(async () => (await subsets(id))[0]?.sha256, { timeout: 30_000 }).toBe(sha(bytes));
    // What was safe before the kill was not sent again.
    expect(began.filter((offset) => offset === 0)).toHaveLength(1);
    expect(began.some((offset) => offset >= safe)).toBe(true);
    expect(complaints.list).toEqual([]);
  });

  test('a reload in the middle: the file chosen again goes on from where it was; local storage plays no part', {
    ...LONG,
    timeout: 90_000,
  }, async () => {
    const { id, name } = await draft();
    const { page, complaints } = await lab();
    await openFiles(page, name);
    await slow(page, LINE);
    await choose(page, 'scan.bin');
    await expect.poll(received, { timeout: 30_000 }).toBeGreaterThanOrEqual(PIECE);
    // The browser asks before it lets go of a running upload.
    const asked = page.waitForEvent('dialog').then((dialog) => dialog.accept());
    await page.reload();
    await asked;
    await page.evaluate(() => localStorage.clear());
    await openFiles(page, name);
    await page.getByText('Interrupted uploads').waitFor();
    await page.getByText('scan.bin (41.9 MB)').waitFor();
    const safe = received();
    const began = offsets(page);
    await slow(page, 0);
    await choose(page, 'scan.bin');
    await page.getByText('scan.bin is in the dataset').waitFor({ timeout: 60_000 });
    expect(began[0]).toBe(safe);
    expect(safe).toBeGreaterThanOrEqual(PIECE);
    await expect.poll(async () => (await subsets(id))[0]?.sha256, { timeout: 30_000 }).toBe(sha(bytes));
    await expect.poll(() => page.getByText('Interrupted uploads').count()).toBe(0);
    expect(complaints.list).toEqual([]);
  });

  test('pause, resume, remove; keyboard reaches them; axe finds nothing', {
    ...GUARD,
    timeout: 90_000,
  }, async () => {
    const { id, name } = await draft();
    const { page } = await lab();
    await openFiles(page, name);
    await slow(page, LINE / 4);
    await choose(page, 'scan.bin');
    const pause = page.getByRole('button', { name: 'Pause scan.bin' });
    await pause.waitFor();
    await page.getByText(/ left/).first().waitFor();
    const violations = await violationsOf(page, '[role=dialog]');
    expect(violations.map(({ id: rule, nodes }) => [rule, nodes.map(({ html }) => html)])).toEqual([]);
    await pause.focus();
    await page.keyboard.press('Enter');
    await page.getByText(/^Paused/).waitFor();
    await slow(page, 0);
    await page.getByRole('button', { name: 'Resume scan.bin' }).press('Enter');
    await page.getByText('scan.bin is in the dataset').waitFor({ timeout: 60_000 });
    await expect.poll(async () => (await subsets(id))[0]?.sha256, { timeout: 30_000 }).toBe(sha(bytes));

    await slow(page, LINE / 4);
    await writeFile(file('other.bin'), bytes.subarray(0, 30 * MiB));
    await choose(page, 'other.bin');
    await page.getByRole('button', { name: 'Remove other.bin' }).click();
    await page
      .getByRole('dialog', { name: /Remove the upload/ })
      .getByRole('button', { name: 'Remove' })
      .click();
    await expect.poll(() => page.getByRole('button', { name: 'Pause other.bin' }).count()).toBe(0);
    await page.reload();
    await openFiles(page, name);
    expect(await page.getByText('Interrupted uploads').count()).toBe(0);
    expect(await subsets(id)).toHaveLength(1);
  });

  test('a folder keeps its tree and becomes one subset', { timeout: 60_000 }, async () => {
    const { id, name } = await draft();
    const { page } = await lab();
    await openFiles(page, name);
    await page.getByLabel('Choose a folder').setInputFiles(file('slices'));
    const question = page.getByRole('dialog', { name: /How should “slices” come in/ });
    await question.getByText('4 files').waitFor();
    await question.getByRole('button', { name: 'As one subset' }).click();
    await page.getByText(/slices\.zip is in the dataset/).waitFor();
    await expect.poll(async () => (await subsets(id))[0]?.fileCount, { timeout: 30_000 }).toBe(4);
    const [subset] = await subsets(id);
    expect(subset?.path).toMatch(/\/slices\.zip$/);
    const db = new Database(file('data', 'vitrine.sqlite'), { readonly: true });
    const rows = db
      .prepare(
        'select name from intake_files where intake_id in (select id from intakes where subset_id = ?)',
      )
      .all(subset?.id) as { name: string }[];
    db.close();
    expect(rows.map((row) => row.name).sort()).toEqual([
      'index.csv',
      'left/a.txt',
      'left/deep/ü b.txt',
      'right/a.txt',
    ]);
  });

  test('a folder chosen again is what is chosen now: what is no longer in it is not brought in', {
    ...GUARD,
    timeout: 90_000,
  }, async () => {
    const { id, name } = await draft();
    const { page } = await lab();
    await mkdir(file('study'));
    await writeFile(file('study', 'a scan.bin'), bytes);
    await writeFile(file('study', 'names.csv'), 'Ada\n');
    await writeFile(file('study', 'readme.txt'), 'Read me.');
    await openFiles(page, name);
    await slow(page, LINE);
    const chooseFolder = async () => {
      await page.getByLabel('Choose a folder').setInputFiles(file('study'));
      const question = page.getByRole('dialog', { name: /How should “study” come in/ });
      await question.getByRole('button', { name: 'As one subset' }).click();
    };
    await chooseFolder();
    const sent = () => {
      const db = new Database(file('data', 'vitrine.sqlite'), { readonly: true, timeout: 5_000 });
      try {
        const rows = db.prepare('select file_name, received from uploads where used_at is null').all();
        return Object.fromEntries(
          (rows as { file_name: string; received: number }[]).map((row) => [row.file_name, row.received]),
        );
      } finally {
        db.close();
      }
    };
    await expect.poll(() => sent()['names.csv'], { timeout: 30_000 }).toBe(4);
    await expect.poll(() => sent()['a scan.bin'], { timeout: 30_000 }).toBeGreaterThanOrEqual(PIECE);
    const asked = page.waitForEvent('dialog').then((dialog) => dialog.accept());
    await page.reload();
    await asked;
    await rm(file('study', 'names.csv'));
    await openFiles(page, name);
    await page.getByText('Interrupted uploads').waitFor();
    // To give it up is asked about first.
    await page.getByRole('button', { name: 'Discard study' }).click();
    await page
      .getByRole('dialog', { name: /Remove the upload of study/ })
      .getByRole('button', { name: 'Cancel' })
      .click();
    const began = offsets(page);
    await slow(page, 0);
    await chooseFolder();
    await page.getByText(/study\.zip is in the dataset/).waitFor({ timeout: 60_000 });
    expect(Math.max(...began), 'what was sent is not sent again').toBeGreaterThanOrEqual(PIECE);
    expect(began.filter((offset) => offset === 0)).toEqual([]);
    await expect.poll(async () => (await subsets(id))[0]?.fileCount, { timeout: 30_000 }).toBe(2);
  });

  test('a folder that another tab sends is another upload: none takes away what the other has sent', {
    ...GUARD,
    timeout: 90_000,
  }, async () => {
    const { id, name } = await draft();
    const { page, context } = await lab();
    await mkdir(file('shared'));
    await writeFile(file('shared', 'a scan.bin'), bytes);
    await writeFile(file('shared', 'names.csv'), 'Ada\n');
    const chooseFolder = async (tab: Page) => {
      await tab.getByLabel('Choose a folder').setInputFiles(file('shared'));
      await tab
        .getByRole('dialog', { name: /How should “shared” come in/ })
        .getByRole('button', { name: 'As one subset' })
        .click();
    };
    await openFiles(page, name);
    await slow(page, LINE / 4);
    await chooseFolder(page);
    await expect.poll(received, { timeout: 30_000 }).toBeGreaterThanOrEqual(4);
    await rm(file('shared', 'names.csv'));
    const other = await context.newPage();
    await openFiles(other, name);
    await slow(other, LINE / 8);
    await chooseFolder(other);
    const dialog = other.getByRole('dialog', { name: /^Files of/ });
    await dialog.getByRole('button', { name: 'Pause shared' }).waitFor();
    await slow(page, 0);
    await expect.poll(async () => (await subsets(id))[0]?.fileCount, { timeout: 60_000 }).toBe(2);
    await context.close();
  });

  test('the session ends in the middle: it stops, says so, and goes on after a sign-in in another tab', {
    ...LONG,
    timeout: 90_000,
  }, async () => {
    const { id, name } = await draft();
    const { page, context } = await lab();
    await openFiles(page, name);
    await slow(page, LINE / 2);
    await choose(page, 'scan.bin');
    await expect.poll(received, { timeout: 30_000 }).toBeGreaterThanOrEqual(PIECE);
    const cookie = (await context.cookies()).find((one) => one.name === 'Portal-Admin-Token');
    await callServer(server.url, 'POST', '/api/v1/admin/logout', { token: cookie?.value ?? '' });
    await page.getByText('go on by themselves').waitFor({ timeout: 30_000 });
    await slow(page, 0);
    const [other] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'Sign in in a new tab' }).click(),
    ]);
    await other.getByLabel('E-mail').fill(ADMIN.username);
    await other.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('scan.bin is in the dataset').waitFor({ timeout: 60_000 });
    await expect.poll(async () => (await subsets(id))[0]?.sha256, { timeout: 30_000 }).toBe(sha(bytes));
  });
});
