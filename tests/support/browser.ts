import { buffer } from 'node:stream/consumers';
import { type Browser, type BrowserContext, chromium, type Download, type Page } from 'playwright-core';
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
