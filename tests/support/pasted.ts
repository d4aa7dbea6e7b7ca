import type { Page } from 'playwright-core';

/** What is in the clipboard: the portal's policy lets no page read it, but a person pastes. */
export async function pasted(page: Page): Promise<string> {
  // Within an open dialog, which keeps the focus.
  await page.evaluate(
    `(document.querySelector('[role=dialog] section, [role=dialog]') ?? document.body).append(Object.assign(document.createElement('textarea'), { id: 'paste' }))`,
  );
  await page.locator('#paste').focus();
  await page.keyboard.press('ControlOrMeta+V');
  const text = await page.locator('#paste').inputValue();
  await page.evaluate(`document.getElementById('paste').remove()`);
  return text;
}
