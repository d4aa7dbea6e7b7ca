import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import type { Look } from './guards.ts';

/** WCAG 2.0 to 2.2, A and AA (look.md, "Budgets"). */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What axe finds wrong with a page, or with the part of it that a selector names. */
export async function violationsOf(page: Page, part?: string) {
  const axe = new AxeBuilder({ page })
    .options({ runOnly: RULES, resultTypes: ['violations'] })
    // The other way opens a second page for each look, to reach frames of other sites: there are none here.
    .setLegacyMode();
  if (part !== undefined) axe.include(part);
  return (await axe.analyze()).violations;
}

/** Of an open page: what axe finds in it, or in the part that a selector names, and how much too wide it is. */
export async function findings(page: Page, looks: Look[], part?: string): Promise<string[]> {
  const found: string[] = [];
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
