import { buffer } from 'node:stream/consumers';
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Download,
  type Page,
  type Request,
} from 'playwright-core';
import { afterAll, beforeAll, describe, inject } from 'vitest';

/** ms. Two servers, their database, store and balancer share the machine with the browser: all of it takes longer. */
const PATIENCE = process.env.TEST_SERVERS === 'two' ? 60_000 : 15_000;

/** What a page complained about, which a good page does not. */
export interface Complaints {
  /** Errors of scripts, and everything that the content policy refused. */
  list: string[];
}

export interface Desk {
  browser: Browser;
  /** A person's own browser window: own cookies, own storage. */
  person: (options?: Parameters<Browser['newContext']>[0]) => Promise<{
    context: BrowserContext;
    page: Page;
    complaints: Complaints;
  }>;
}

/** What a page let the person save. */
export const savedBytes = async (download: Download): Promise<Buffer> =>
  buffer(await download.createReadStream());

/** Waits for what a page is drawn without: only then does a script's click do all that a person's would. */
export const alive = (page: Page): Promise<void> =>
  page
    .locator('html[data-hydrated], html:not(:has(script[type="deferred"]))')
    .first()
    .waitFor({ state: 'attached' });

/** What each page has asked for and not had yet. */
const underWay = new WeakMap<Page, Set<Request>>();

function follow(page: Page): void {
  const requests = new Set<Request>();
  underWay.set(page, requests);
  page.on('request', (request) => requests.add(request));
  for (const event of ['requestfinished', 'requestfailed'] as const)
    page.on(event as 'requestfinished', (request) => requests.delete(request));
}

/** Frames without a request after which a page has all that it wants: what came may ask for more when it is drawn. */
const QUIET = 6;

/** Waits until a page has what it asked for, and has drawn it. */
export async function settled(page: Page): Promise<void> {
  for (let quiet = 0; quiet < QUIET; quiet++) {
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(drawn))');
    if (underWay.get(page)?.size) quiet = -1;
  }
}

/** Describes tests that need a real browser. Where there is none, the set-up has said so loudly. */
export function inBrowser(
  name: string,
  tests: (desk: Desk) => void,
  options: { tags?: string[] } = {},
): void {
  const worker = Number(process.env.VITEST_POOL_ID) - 1;
  const endpoint = inject('chromiums')?.[worker] ?? '';
  describe.skipIf(inject('chromiums') === null)(name, options, () => {
    const desk = {} as Desk;
    beforeAll(async () => {
      // The worker's own, which outlives the file: closing ends the contexts made here.
      desk.browser = await chromium.connect(endpoint);
      desk.person = async (options = {}) => {
        const context = await desk.browser.newContext({ acceptDownloads: true, ...options });
        const page = await context.newPage();
        page.setDefaultTimeout(PATIENCE);
        follow(page);
        const goto = page.goto.bind(page);
        page.goto = async (...address) => {
          const answer = await goto(...address);
          if (options.javaScriptEnabled !== false && !address[1]?.waitUntil) await alive(page);
          return answer;
        };
        const complaints: Complaints = { list: [] };
        page.on('pageerror', (error) => complaints.list.push(error.message));
        page.on('console', (message) => {
          if (/content security policy/i.test(message.text())) complaints.list.push(message.text());
        });
        return { context, page, complaints };
      };
    });
    afterAll(() => desk.browser?.close());
    tests(desk);
  });
}
