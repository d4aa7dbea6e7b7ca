/** How far down each page was scrolled when it was left, in px by path. */
const tops = new Map<string, number>();
/** While a place is being found again, what the browser reports is not where the person wants to be. */
let stopFinding: (() => void) | undefined;

/** A long list may take this long to be as high as it was, in ms. */
const patience = 10_000;
const ownScrolling = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

export const rememberedTops = (): Record<string, number> => Object.fromEntries(tops);

export function setRememberedTops(kept: Readonly<Record<string, number>>): void {
  tops.clear();
  for (const [path, top] of Object.entries(kept)) tops.set(path, top);
}

export const forgetTop = (path: string): unknown => tops.delete(path);

/** Takes down where the page of the address is now, for as long as the page lives. Gives back what ends that. */
export function rememberScrolling(): () => void {
  const note = () => {
    if (!stopFinding) tops.set(location.pathname, Math.round(scrollY));
  };
  // The browser would scroll what is still the page that is left.
  history.scrollRestoration = 'manual';
  addEventListener('scroll', note, { passive: true });
  return () => {
    history.scrollRestoration = 'auto';
    removeEventListener('scroll', note);
  };
}

/** Scrolls to where the page was left, else to its top; waits for what is still loading, unless the person scrolls. */
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
