import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dataset } from '../../contract/catalogue.ts';
import { form, newDataset } from '../../server/testing/forms.ts';
import { findings } from '../support/axe.ts';
import { administrator } from '../support/back-office.ts';
import { inBrowser, settled } from '../support/browser.ts';
import { GUARD, guardRounds, rounds } from '../support/guards.ts';
import { decide, registeredUser } from '../support/person.ts';
import { type Published, published } from '../support/published.ts';
import { adminTokenOf, callServer } from '../support/server-process.ts';

let portal: Published;

beforeAll(async () => {
  portal = await published(1_000);
  const { url } = portal.server;
  for (const name of ['ada', 'mary', 'grace'])
    await registeredUser(url, portal.dataDir, `${name}@example.org`);
  await decide(url, 'ada@example.org', 'approved');
  const dataset = newDataset('In the trash');
  const token = await adminTokenOf(url);
  const headers = { authorization: `Bearer ${token}` };
  const added = await fetch(`${url}/api/v1/admin/addDataset`, {
    method: 'POST',
    body: form(dataset),
    headers,
  });
  const { data } = (await added.json()) as { data: Dataset };
  await callServer(url, 'DELETE', `/api/v1/admin/dataset/${data.id}`, { token });
});
afterAll(() => portal?.close());

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
      await opening(/^Files of/)(page);
      await page.getByRole('tab', { name: 'Versions' }).click();
      await page.getByRole('list', { name: 'Versions, newest first' }).waitFor();
    },
  ],
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
  ['/admin/access/requests', 'admin'],
  ['/admin/access/terms', 'admin'],
  ['/admin/access/terms', 'admin', opening('Write terms')],
  ['/admin/access/signatures', 'admin'],
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
  ['/admin/system/health', 'admin'],
  ['/admin/system/jobs?view=mails', 'admin'],
  ['/admin/index', 'admin', opening('Interface settings')],
  ['/admin/index', 'admin', opening('Search screens, people and datasets')],
  ['/admin/user/user_list', 'admin', press(/^Menu of/)],
];

inBrowser(
  'look.md: back office: no axe violation, nothing wider than the page, nothing that the content policy refuses',
  (desk) => {
    for (const opened of [false, true])
      for (const { looks, options, round } of opened || process.env.CI === 'true' ? guardRounds : rounds)
        test(`each screen${opened ? ', and what is opened on it' : ''}${round}`, {
          ...(opened ? GUARD : {}),
          ...options,
          timeout: 400_000,
        }, async () => {
          const found: string[] = [];
          for (const as of ['visitor', 'admin'] as const) {
            const { context, page, complaints } =
              as === 'admin'
                ? await administrator(desk, portal.server.url, await adminTokenOf(portal.server.url), {
                    reducedMotion: 'reduce',
                  })
                : await desk.person({ reducedMotion: 'reduce' });
            const screens = pages.filter(([, who, open]) => who === as && (open !== undefined) === opened);
            for (const [path, , open] of screens) {
              // As a person with such a screen opens it.
              await page.setViewportSize({ width: looks[0]?.width ?? 1280, height: 800 });
              await page.goto(portal.server.url + path);
              await page.getByRole('heading', { level: 1 }).first().waitFor();
              await settled(page);
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
