import type { Page } from 'playwright-core';

const TOO_WIDE = `(() => {
  const told = [];
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) {
    const wide = [...document.querySelectorAll('body *')].filter((each) => each.getBoundingClientRect().right > innerWidth + 1);
    const named = wide.map((each) => each.tagName.toLowerCase() + '.' + each.className);
    told.push('the page is ' + root.scrollWidth + ' px wide: ' + [...new Set(named)].slice(0, 12).join(' '));
  }
  for (const dialog of document.querySelectorAll('[role=dialog]')) {
    for (const part of [dialog, ...dialog.children])
      if (part.scrollWidth > part.clientWidth && part.clientWidth > 0) told.push('a dialog is ' + part.scrollWidth + ' of ' + part.clientWidth + ' px wide');
  }
  for (const card of document.querySelectorAll('a:has(h3)')) {
    const { top, right } = card.getBoundingClientRect();
    for (const part of card.querySelectorAll('h3, span')) {
      const place = part.getBoundingClientRect();
      if (place.top < top || place.right > right) told.push('a card hides ' + part.className);
    }
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    if (parentElement.closest('pre, code, script, style, noscript, textarea') || !parentElement.checkVisibility()) continue;
    // What only screen readers have.
    if (getComputedStyle(parentElement).clipPath === 'inset(50%)') continue;
    if (/mono/.test(getComputedStyle(parentElement).fontFamily.split(',')[0])) continue;
    for (const { 0: found, index } of data.matchAll(/[^\\s/-]+/g)) {
      if (found.length > 20 || found.includes('@')) continue;
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + found.length);
      const tops = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)));
      if (tops.size > 1) told.push('a word is broken: ' + found + ' in ' + data.trim().slice(0, 40));
    }
  }
  return [...new Set(told)];
})()`;

/**
 * What is wider on a page than it may be: the page is as wide as the window, a dialog as its own frame, and a card hides
 * none of its words. And each ordinary word that is broken, so that nothing was narrowed by breaking what need not
 * break; checksums, addresses and what is longer than any word are none.
 */
export const tooWide = (page: Page): Promise<string[]> => page.evaluate<string[]>(TOO_WIDE);
