import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillDemo } from '../../scripts/demo/fill.ts';
import { demoAdministrator } from '../../scripts/demo/people.ts';
import { findings } from '../support/axe.ts';
import { inBrowser } from '../support/browser.ts';
import { rounds } from '../support/guards.ts';
import { callServer, type ServerProcess, startServer } from '../support/server-process.ts';

let folder: string;
let server: ServerProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-axe-'));
  const dataDir = join(folder, 'data');
  await fillDemo(dataDir);
  server = await startServer(dataDir);
  // Something for the trash.
  const token = await adminToken();
  const datasets = await callServer<{ id: string }[]>(server.url, 'GET', '/api/v1/datasets');
  await callServer(server.url, 'DELETE', `/api/v1/admin/dataset/${datasets.at(-1)?.id}`, { token });
  // Alone it takes 40 s; beside other browser tests on a busy machine it took over two minutes.
}, 400_000);
afterAll(async () => {
  await server?.end();
  await rm(folder, { recursive: true, force: true });
});

async function adminToken(): Promise<string> {
  const { email: username, password: secret } = demoAdministrator;
  const body = { username, password: secret };
  return (await callServer<{ token: string }>(server.url, 'POST', '/api/v1/admin/login', { body })).token;
}

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).and(page.locator(':visible')).first().click();
/** A dialog that has come to rest: what is half transparent is no colour yet. */
const rested = async (page: Page) => {
  await page.getByRole('dialog').first().waitFor();
  // By the debugger, which our policy does not bind: it forbids evaluating text.
  const moving = () =>
    page.evaluate<number>(
      `document.getAnimations().filter(({ playState }) => playState === "running").length +
        // Before it begins to move it is there, and not yet to be seen.
        [...document.querySelectorAll('[role=dialog]')].filter((one) => getComputedStyle(one).opacity !== '1').length`,
    );
  await expect.poll(moving, { timeout: 15_000 }).toBe(0);
};
const opening = (name: string | RegExp) => async (page: Page) => {
  await press(name)(page);
  await rested(page);
};

/** The screens of the back office, who looks at them, and what is opened on them first. */
const pages: [path: string, as: 'visitor' | 'admin', open?: (page: Page) => Promise<void>][] = [
  ['/admin/login', 'visitor'],
  ['/admin/index', 'admin'],
  ['/admin/user/user_list', 'admin'],
  ['/admin/user/approved_user_list', 'admin'],
  ['/admin/user/applicant_list', 'admin'],
  [
    '/admin/user/applicant_list',
    'admin',
    async (page) => {
      await page.getByRole('row').getByRole('rowheader').getByRole('button').first().click();
      await rested(page);
    },
  ],
  ['/admin/dataset/dataset_list', 'admin'],
  ['/admin/dataset/dataset_list?keyword=nowhere', 'admin'],
  ['/admin/dataset/dataset_list', 'admin', opening('Choose columns')],
  ['/admin/dataset/dataset_list', 'admin', opening('Add dataset')],
  ['/admin/dataset/dataset_list', 'admin', opening('Order')],
  ['/admin/dataset/dataset_list', 'admin', opening(/^Files of/)],
  [
    '/admin/dataset/dataset_list',
    'admin',
    async (page) => {
      await page.getByRole('rowheader').getByRole('button').first().click();
      await rested(page);
    },
  ],
  ['/admin/dataset/download', 'admin'],
  ['/admin/dataset/trash', 'admin'],
  ['/admin/dataset/trash', 'admin', opening(/^Delete for ever/)],
  ['/admin/invite', 'visitor'],
  ['/admin/account', 'admin'],
  ['/admin/system/administrators', 'admin'],
  ['/admin/system/audit', 'admin'],
  ['/admin/system/approval', 'admin'],
  ['/admin/system/dict', 'admin'],
  ['/admin/system/dict?dictType=modality', 'admin'],
  ['/admin/system/config', 'admin'],
  ['/admin/system/setting', 'admin'],
  ['/admin/system/jobs', 'admin'],
  ['/admin/system/jobs?view=mails', 'admin'],
  ['/admin/index', 'admin', opening('Interface settings')],
  ['/admin/index', 'admin', opening('Search the screens')],
  ['/admin/user/user_list', 'admin', press(/^Menu of/)],
];

inBrowser(
  'look.md: back office: no axe violation, nothing wider than the page, nothing that the content policy refuses',
  (desk) => {
    for (const { looks, options, round } of rounds)
      test(`each screen${round}`, { ...options, timeout: 400_000 }, async () => {
        const token = await adminToken();
        const found: string[] = [];
        for (const as of ['visitor', 'admin'] as const) {
          const { context, page, complaints } = await desk.person({ reducedMotion: 'reduce' });
          if (as === 'admin') {
            const { hostname: domain } = new URL(server.url);
            await context.addCookies([{ name: 'Portal-Admin-Token', value: token, domain, path: '/admin' }]);
          }
          for (const [path, , open] of pages.filter(([, who]) => who === as)) {
            // As a person with such a screen opens it.
            await page.setViewportSize({ width: looks[0]?.width ?? 1280, height: 800 });
            await page.goto(server.url + path, { waitUntil: 'networkidle' });
            await page.getByRole('heading', { level: 1 }).first().waitFor();
            await open?.(page).catch((error: Error) => found.push(`${as} ${path}: ${error.message}`));
            found.push(...(await findings(page, looks)).map((finding) => `${as} ${path}: ${finding}`));
          }
          found.push(...complaints.list.map((complaint) => `${as}: ${complaint}`));
          await context.close();
        }
        expect(found).toEqual([]);
      });
  },
);
