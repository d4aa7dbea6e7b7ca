import { limits } from '../../contract/limits.ts';

/** Where the last step of ours led, as the browser rounds it. */
let reached: number | undefined;

function scrollAtOnce(top: number): void {
  window.scrollTo({ top, behavior: 'instant' });
  reached = window.scrollY;
}

/** Whether the page stands where `scrollToTop` has put it: a scroll that anything else caused leads elsewhere. */
export const isOwnScroll = (): boolean => reached !== undefined && Math.abs(window.scrollY - reached) < 1;

const ease = (part: number): number => (part < 0.5 ? 4 * part ** 3 : 1 - (-2 * part + 2) ** 3 / 2);

/**
 * §9: scrolls in 800 ms, at once where motion is unwelcome or on request. Any other scrolling ends it, and so does a
 * press: what is pressed must still be under the pointer when it is let go, or the press is lost.
 */
export function scrollToTop(wanted: number, { atOnce = false } = {}): void {
  const { scrollHeight, clientHeight } = document.documentElement;
  // What lies below the page's end would be reached early, on the way there.
  const top = Math.max(0, Math.min(wanted, scrollHeight - clientHeight));
  const { matches: still } = window.matchMedia('(prefers-reduced-motion: reduce)');
  const from = window.scrollY;
  if (atOnce || still || Math.abs(from - top) < 1) {
    scrollAtOnce(top);
    return;
  }
  const start = performance.now();
  const interruption = new AbortController();
  const stop = () => interruption.abort();
  for (const event of ['wheel', 'touchmove', 'pointerdown', 'keydown']) {
    window.addEventListener(event, stop, { passive: true, signal: interruption.signal });
  }
  reached = from;
  const step = (now: number) => {
    // The scrollbar, the history and find in page send no event but the scroll.
    if (!isOwnScroll()) stop();
    if (interruption.signal.aborted) return;
    const part = Math.min(1, Math.max(0, (now - start) / limits.scrollDuration));
    scrollAtOnce(from + (top - from) * ease(part));
    if (part < 1) requestAnimationFrame(step);
    else stop();
  };
  requestAnimationFrame(step);
}
