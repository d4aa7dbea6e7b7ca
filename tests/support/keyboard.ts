import type { Page } from 'playwright-core';

/** What has the focus, by its label or its words; nothing has it while it is on the page as a whole. */
const FOCUSED = `(() => {
  const { activeElement: at } = document;
  if (at === document.body) return '';
  return at?.labels?.[0]?.textContent ?? at?.getAttribute('aria-label') ?? at?.textContent ?? '';
})()`;

/** A person who has no mouse. */
export function keyboardOf(page: Page, stopsAtMost = 30) {
  const focused = () => page.evaluate<string, undefined>(FOCUSED, undefined);
  /** Goes on with Tab until something of that name has the focus, as a person would. */
  async function tabTo(name: RegExp): Promise<void> {
    const met: string[] = [];
    for (let stops = 0; stops < stopsAtMost; stops++) {
      await page.keyboard.press('Tab');
      const at = await focused();
      if (name.test(at)) return;
      met.push(at.trim().slice(0, 40));
    }
    throw new Error(`Tab does not lead to ${name}, but to ${met.join(', ')}`);
  }
  return {
    focused,
    tabTo,
    async type(name: RegExp, value: string): Promise<void> {
      await tabTo(name);
      await page.keyboard.type(value);
    },
  };
}
