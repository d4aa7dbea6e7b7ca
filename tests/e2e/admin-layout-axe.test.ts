// @module-tag guards

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsOf } from '../support/axe.ts';
import { addFrameCookie, administrator } from '../support/back-office.ts';
import { inBrowser } from '../support/browser.ts';
import { guardRounds } from '../support/guards.ts';
import { adminTokenOf, type ServerProcess, startServer } from '../support/server-process.ts';

let dataDir: string;
let server: ServerProcess;
let token: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-layout-axe-'));
  server = await startServer(dataDir);
  token = await adminTokenOf(server.url);
});
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

/** Opens a part of the frame by its button, waits until it stands, and gives what to close. */
const parts: Record<string, { button: string | RegExp; opens: string; wide?: boolean; narrow?: boolean }> = {
  settings: { button: 'Interface settings', opens: '[role="dialog"] [role="switch"]' },
  search: { button: 'Search screens, people and datasets', opens: '[role="option"]' },
  'error log': { button: /^Error log/, opens: '[role="dialog"] table' },
  account: { button: /^Your account menu/, opens: '[role="menuitem"]' },
  size: { button: /^Size/, opens: '[role="menuitemradio"]', wide: true },
  'flown out group': { button: 'User management', opens: '[role="menuitem"]', wide: true },
  sidebar: { button: 'Open menu', opens: '[role="dialog"] nav', narrow: true },
};

async function problems(page: Page, where: string, axe: boolean): Promise<string[]> {
  // What fades in is judged when it stands.
  await page.evaluate('Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => 0)))');
  const violations = axe ? await violationsOf(page) : [];
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  return [
    ...violations.map(({ id, nodes }) => `${where}: ${id} at ${nodes[0]?.target}`),
    ...(wide > 0 ? [`${where}: ${wide} px wider than the page`] : []),
  ];
}

inBrowser('look.md: no axe violation in what the frame opens', (desk) => {
  for (const { colorScheme, width, axe, options } of guardRounds.flatMap(({ options, looks }) =>
    looks.map((look) => ({ ...look, options })),
  )) {
    test(`${axe ? '' : 'nothing too wide, '}${colorScheme}, ${width} px`, {
      ...options,
      timeout: 120_000,
    }, async () => {
      const { context, page } = await administrator(desk, server.url, token, {
        colorScheme,
        viewport: { width, height: 800 },
        reducedMotion: 'reduce',
      });
      // The sidebar's other style, collapsed, and the sizes at their smallest: axe.test.ts has the defaults.
      const style = colorScheme === 'light' ? 'dark' : 'light';
      await addFrameCookie(
        context,
        server.url,
        'Portal-Layout',
        `themeColor%3D%2523faad14%26themeStyle%3D${style}`,
      );
      await addFrameCookie(context, server.url, 'Portal-Sidebar', '0');
      await addFrameCookie(context, server.url, 'Portal-Size', 'mini');
      await page.goto(`${server.url}/admin/system/approval`);
      await page.getByRole('button', { name: 'Save' }).waitFor();
      await page.evaluate('void setTimeout(() => { throw new Error("for the log") })');
      const found: string[] = await problems(page, 'the frame', axe);
      for (const [name, { button, opens, wide, narrow }] of Object.entries(parts)) {
        if (width < 992 ? wide : narrow) continue;
        await page.getByRole('button', { name: button }).click();
        await page.locator(opens).first().waitFor();
        found.push(...(await problems(page, name, axe)));
        await page.keyboard.press('Escape');
        await page.locator(opens).first().waitFor({ state: 'detached' });
      }
      expect(found).toEqual([]);
    });
  }
});
