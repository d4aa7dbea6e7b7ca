/** Scroll position of each page when it was left, px by path. */
const tops = new Map<string, number>();
/** Set while a position is being restored: scroll events then are not the person's. */
let stopFinding: (() => void) | undefined;

/** ms that a long list may take to reach its former height. */
const patience = 10_000;
const ownScrolling = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

export const rememberedTops = (): Record<string, number> => Object.fromEntries(tops);

export function setRememberedTops(kept: Readonly<Record<string, number>>): void {
  tops.clear();
  for (const [path, top] of Object.entries(kept)) tops.set(path, top);
}

export const forgetTop = (path: string): unknown => tops.delete(path);

/** Records the current page's scroll position. Returns a function that stops it. */
export function rememberScrolling(): () => void {
  const note = () => {
    if (!stopFinding) tops.set(location.pathname, Math.round(scrollY));
  };
  // The browser would scroll the page that is still shown.
  history.scrollRestoration = 'manual';
  addEventListener('scroll', note, { passive: true });
  return () => {
    history.scrollRestoration = 'auto';
    removeEventListener('scroll', note);
  };
}

/**
 * Restores a page's scroll position, or scrolls to its top; waits for content that is loading, unless the person
 * scrolls.
 */
export function scrollToRemembered(path: string): void {
  stopFinding?.();
  const top = tops.get(path) ?? 0;
  scrollTo({ top, behavior: 'instant' });
  if (Math.abs(scrollY - top) < 2) return;
  const observer = new ResizeObserver(() => {
    scrollTo({ top, behavior: 'instant' });
    if (Math.abs(scrollY - top) < 2) stop();
  });
  const timer = setTimeout(stop, patience);
  function stop() {
    observer.disconnect();
    clearTimeout(timer);
    for (const type of ownScrolling) removeEventListener(type, stop, true);
    stopFinding = undefined;
  }
  for (const type of ownScrolling) addEventListener(type, stop, { capture: true, passive: true });
  observer.observe(document.body);
  stopFinding = stop;
}
