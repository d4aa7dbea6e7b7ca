import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

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
