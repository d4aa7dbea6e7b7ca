// @module-tag long

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { administrator } from '../support/back-office.ts';
import { inBrowser } from '../support/browser.ts';
import { GUARD } from '../support/guards.ts';
import { longDocument } from '../support/long-document.ts';
import { adminTokenOf, type ServerProcess, startServer } from '../support/server-process.ts';

let folder: string;
let server: ServerProcess;
let token: string;
const file = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-preview-'));
  server = await startServer(file('data'));
  token = await adminTokenOf(server.url);
  await writeFile(file('document.pdf'), await longDocument(12, 60_000));
  await writeFile(file('other.pdf'), await longDocument(3, 60_000));
});
afterAll(async () => {
  await server?.end();
  await rm(folder, { recursive: true, force: true });
});

/** In the page: what pdf.js reads of a chosen file is kept back, until it is let go, one after the other or all. */
const HOLD_READS = `
  const read = Blob.prototype.arrayBuffer;
  const held = globalThis.held = [];
  Blob.prototype.arrayBuffer = async function () {
    const bytes = await read.call(this);
    await new Promise((go) => held.push(go));
    return bytes;
  };
  globalThis.letGo = (most) => {
    for (const go of held.splice(0, most ?? held.length)) go();
  };
`;

/** When what is kept back comes, as seen from the click that takes the file away. */
const ORDERS = ['just before', 'just after', 'afterwards', 'afterwards, last first'] as const;
type Order = (typeof ORDERS)[number];
/** How far it has come: its worker's code is on the way, or so many times pdf.js got what it had asked for. */
const STAGES = ['worker', 0, 1, 2, 3] as const;
const WAYS = ['Remove', 'Cancel'] as const;

/** Keeps back the code of pdf.js's worker whenever it is told to; `hold` gives what waits for it and lets it go. */
async function workerGate(page: Page): Promise<{ hold: () => () => Promise<void> }> {
  let gate = Promise.resolve();
  let asked = () => {};
  await page.route('**/pdf.worker*', async (route) => {
    asked();
    await gate;
    await route.continue();
  });
  return {
    hold() {
      const open = Promise.withResolvers<void>();
      const wanted = Promise.withResolvers<void>();
      gate = open.promise;
      asked = wanted.resolve;
      return async () => {
        await wanted.promise;
        open.resolve();
      };
    },
  };
}

inBrowser('§8 "A global handler records errors into an error log"', (desk) => {
  /** Each order in turn, and all of them. */
  for (const [often, options] of [
    ['4', {}],
    ['40', GUARD],
  ] as const)
    test(`a PDF that is taken away while its preview loads leaves nothing there, whenever it is: ${often} times`, {
      ...options,
      timeout: 180_000,
    }, async () => {
      const { page, complaints, context } = await administrator(desk, server.url, token);
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.list.push(message.text());
      });
      await page.addInitScript(HOLD_READS);
      const worker = await workerGate(page);
      await page.goto(`${server.url}/admin/dataset/dataset_list`);
      const add = page.getByRole('button', { name: 'Add dataset' }).first();
      const form = page.getByRole('dialog', { name: 'Add dataset' });
      const held = () => expect.poll(() => page.evaluate<number>('held.length')).toBeGreaterThan(0);

      async function takeAway(stage: (typeof STAGES)[number], way: (typeof WAYS)[number], order: Order) {
        const said = `${way} at ${stage}, the rest ${order}`;
        if (!(await form.isVisible())) await add.click();
        const letWorkerGo = stage === 'worker' ? worker.hold() : undefined;
        await form.getByLabel('Document (PDF)', { exact: true }).setInputFiles(file('document.pdf'));
        for (let read = 0; typeof stage === 'number' && read < stage; read++) {
          await held();
          await page.evaluate('letGo(1)');
        }
        if (stage !== 'worker') await held();
        const button = form.getByRole('button', {
          name: way === 'Remove' ? 'Remove Document (PDF)' : 'Cancel',
        });
        if (order === 'just before') await letWorkerGo?.();
        if (order.startsWith('just')) {
          // The page takes the file away at the end of the click.
          const letGo = order === 'just before' ? '() => letGo()' : '() => setTimeout(letGo)';
          await page.evaluate(`addEventListener('click', ${letGo}, { capture: true, once: true })`);
        }
        await button.click();
        if (order !== 'just before') await letWorkerGo?.();
        await button.waitFor({ state: 'detached' });
        // Its worker is gone: whatever still comes, comes to nobody.
        await expect.poll(() => page.workers().length, { message: said }).toBe(0);
        if (order === 'afterwards, last first') await page.evaluate('held.reverse()');
        await page.evaluate('letGo()');
        // Rejections that nobody handled are told in a task of their own.
        await page.evaluate('new Promise((go) => setTimeout(go))');
        expect(complaints.list, said).toEqual([]);
        expect(await page.evaluate('sessionStorage.getItem("vitrine-error-log")'), said).toBe(null);
        // Its title stays until it has faded.
        if (way === 'Cancel') await form.waitFor({ state: 'hidden' });
      }
      let nth = 0;
      for (const stage of STAGES)
        for (const way of WAYS) {
          const orders = often === '40' ? ORDERS : [ORDERS[nth++ % ORDERS.length] ?? ORDERS[0]];
          for (const order of orders) await takeAway(stage, way, order);
        }

      // One that stays is shown, also in the place of another that still loads.
      if (!(await form.isVisible())) await add.click();
      const field = form.getByLabel('Document (PDF)', { exact: true });
      await field.setInputFiles(file('document.pdf'));
      await held();
      await field.setInputFiles(file('other.pdf'));
      await expect
        .poll(async () => {
          await page.evaluate('letGo()');
          return form.getByText('3 pages').count();
        })
        .toBe(1);
      expect(complaints.list).toEqual([]);
      await context.close();
    });
});
