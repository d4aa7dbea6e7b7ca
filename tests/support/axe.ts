import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import type { Look } from './guards.ts';

/** WCAG 2.0 to 2.2, A and AA (look.md, "Budgets"). */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Of 0.7 MB instead of 1.5: to hand it to a page takes longer than a run of it. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * What axe finds wrong with a page, or with the part of it that a selector names. By the debugger, which our content
 * policy does not bind; its code is put into a page once, since that takes as long as a run.
 */
export async function violationsOf(page: Page, part?: string): Promise<AxeResults['violations']> {
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(AXE);
  const options = { runOnly: RULES, resultTypes: ['violations'] };
  return page.evaluate<AxeResults['violations']>(
    `axe.run(${part === undefined ? 'document' : JSON.stringify(part)}, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
}

const DIMMED = 'table[aria-busy="true"], [data-busy]';

/** Of an open page: what axe finds in it, or in the part that a selector names, and how much too wide it is. */
export async function findings(page: Page, looks: Look[], part?: string): Promise<string[]> {
  const found: string[] = [];
  // What is about to be replaced is dimmed until then.
  await page.locator(DIMMED).first().waitFor({ state: 'detached' });
  for (const { colorScheme, width, axe } of looks) {
    // Colours on their way from one theme to the other are nobody's.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: page.viewportSize()?.height ?? 800 });
    // What follows the width by script is drawn anew by then.
    await page.evaluate('new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))');
    for (const { id, nodes } of axe ? await violationsOf(page, part) : [])
      for (const { target, failureSummary } of nodes)
        found.push(`${colorScheme}, ${width} px: ${id} at ${target}: ${failureSummary}`);
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    if (wide > 0) found.push(`${width} px: ${wide} px wider than the page`);
  }
  return found;
}
