// @module-tag guards

import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from '../support/axe.ts';
import { administrator } from '../support/back-office.ts';
import { inBrowser } from '../support/browser.ts';
import { guardRounds } from '../support/guards.ts';
import { published } from '../support/published.ts';
import { adminTokenOf } from '../support/server-process.ts';
import { tooWide } from '../support/too-wide.ts';

const DAY = 86_400_000;

let portal: Awaited<ReturnType<typeof published>>;
let token: string;

function sql(statement: string): void {
  const database = new Database(join(portal.dataDir, 'vitrine.sqlite'), { timeout: 5_000 });
  database.exec(statement);
  database.close();
}

const job = (id: string, kind: string, state: string, finished: number | null) =>
  sql(
    `insert into jobs (id, kind, subject, payload, state, priority, run_at, attempts, done, total, note, created_at, finished_at)
     values ('${id}', '${kind}', '', '{}', '${state}', 0, 0, 1, 0, 0, '', ${finished ?? 1}, ${finished})`,
  );

beforeAll(async () => {
  portal = await published(200_000);
  token = await adminTokenOf(portal.server.url);
  job('s1', 'scrub', 'done', Date.now() - 2 * DAY);
  sql(
    `insert into secrets (name, value) values ('backup.last', '{"at":${Date.now() - DAY},"files":2,"lost":0}')`,
  );
});
afterAll(() => portal?.close());

inBrowser('operations "Figures and words": System health', (desk) => {
  const group = (page: Page, name: RegExp) => page.getByRole('region', { name });
  async function open(options = {}) {
    const person = await administrator(desk, portal.server.url, token, options);
    await person.page.goto(`${portal.server.url}/admin/system/health`);
    await group(person.page, /^(In order|正常)/).waitFor();
    return person;
  }
  const rowsOf = async (page: Page, name: RegExp) =>
    (await group(page, name).getByRole('listitem').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));

  test('storage, disk, scrub, queue, mails, database, backup and versions: what is so', async () => {
    const { page, complaints } = await open();
    expect(await rowsOf(page, /^In order/)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /^Database SQLite \d[\d.]+ answers, is up to date \(\d{4}-[\w-]+\) and sound\.$/,
        ),
        expect.stringMatching(/^Disk [\d.]+ [GT]B of [\d.]+ [GT]B are free in \//),
        expect.stringMatching(/^Storage The files lie in \/.+\/blobs: 200\.\d kB\.$/),
        expect.stringMatching(/^Integrity All stored files were read again within 30 days; the last pass/),
        expect.stringMatching(/^Backup The last backup is of .+: 2 files, each compared with its hash\.$/),
        expect.stringMatching(
          /^Queue No job has failed or waits for long; \d jobs? (is|are) in the queue\.$/,
        ),
        expect.stringMatching(/^Mails No mail is held up; \d mails? (is|are) to leave\.$/),
        'Clock The clock is right.',
      ]),
    );
    expect(await rowsOf(page, /^Worth a look/)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Mail server .+ SMTP_URL=smtp:/)]),
    );
    await page.getByText(/^Vitrine \d.+, Node 26\..+, SQLite .+\. Running since/).waitFor();
    expect(complaints.list).toEqual([]);
  });

  test('what is wrong comes first, with what to do and the screen that shows more; looked at again by keyboard', async () => {
    const { page } = await open();
    expect(await group(page, /^Wrong/).count()).toBe(0);
    job('j1', 'elsewhere', 'waiting', null);
    sql(`update blobs set mark = 'corrupt', marked_at = 1 where state = 'kept'`);
    try {
      await page.getByRole('button', { name: 'Look again' }).focus();
      await page.keyboard.press('Enter');
      await group(page, /^Wrong \(2\)/).waitFor();
      expect(await page.getByRole('heading', { level: 2 }).first().textContent()).toMatch(/^Wrong/);
      expect(await rowsOf(page, /^Wrong/)).toEqual([
        expect.stringMatching(
          /^Stored files \d files are refused to everybody.+ npx vitrine verify names them\. Put them back/,
        ),
        'Queue 1 job is waiting for over an hour. Is the server running? Its log says what holds them up.',
      ]);
      await group(page, /^Wrong/)
        .getByRole('link', { name: 'Queue' })
        .focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/admin\/system\/jobs$/);
    } finally {
      sql("update blobs set mark = null, marked_at = null; delete from jobs where id = 'j1'");
    }
  });

  test('of several servers each, with what it sends; of one alone nothing', async () => {
    const { page } = await open();
    expect(await group(page, /^Servers/).count()).toBe(0);
    const at = '2026-11-20T08:00:00.000Z';
    const server = { version: '0.1.0', startedAt: at, seenAt: at };
    await page.route('**/api/v1/admin/health', async (route) => {
      const answer = await route.fetch();
      const json = await answer.json();
      json.data.servers = [
        { ...server, name: 'portal-1', isOwn: true, downloads: 1 },
        { ...server, name: 'portal-2', isOwn: false, downloads: 3 },
      ];
      await route.fulfill({ response: answer, json });
    });
    await page.getByRole('button', { name: 'Look again' }).click();
    await group(page, /^Servers \(2\)/).waitFor();
    expect(await rowsOf(page, /^Servers/)).toEqual([
      expect.stringMatching(
        /^portal-1 Vitrine 0\.1\.0, running since .+; sends 1 download\. It answers you\.$/,
      ),
      expect.stringMatching(/^portal-2 .+; sends 3 downloads\. Its last sign came at .+\.$/),
    ]);
    expect(await tooWide(page)).toEqual([]);
  });

  for (const { round, options, looks } of guardRounds)
    test(`in both languages${round}: nothing too wide, and axe finds nothing`, {
      ...options,
      timeout: 180_000,
    }, async () => {
      for (const locale of ['en', 'zh-CN']) {
        const { page } = await open({ locale });
        await page.getByRole('button', { name: locale === 'en' ? 'Look again' : '重新检查' }).waitFor();
        expect(await findings(page, looks), locale).toEqual([]);
        // Chinese breaks within what the check takes for a word.
        if (locale === 'en') expect(await tooWide(page)).toEqual([]);
      }
    });
});
