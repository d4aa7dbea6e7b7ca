import { limits } from '../../contract/limits.ts';

/** Position of our last step, as rounded by the browser. */
let reached: number | undefined;

function scrollAtOnce(top: number): void {
  window.scrollTo({ top, behavior: 'instant' });
  reached = window.scrollY;
}

/** Whether the current position is `scrollToTop`'s own: any other scroll leads elsewhere. */
export const isOwnScroll = (): boolean => reached !== undefined && Math.abs(window.scrollY - reached) < 1;

const ease = (part: number): number => (part < 0.5 ? 4 * part ** 3 : 1 - (-2 * part + 2) ** 3 / 2);

/**
 * §9: scrolls in 800 ms; at once with reduced motion or on request. Any other scrolling cancels it, and so does a
 * press: the pressed element must still be under the pointer on release, or the click is lost.
 */
export function scrollToTop(wanted: number, { atOnce = false } = {}): void {
  const { scrollHeight, clientHeight } = document.documentElement;
  // A target beyond the page's end would be reached early.
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
    // Scrollbar, history and find-in-page fire no event but `scroll`.
    if (!isOwnScroll()) stop();
    if (interruption.signal.aborted) return;
    const part = Math.min(1, Math.max(0, (now - start) / limits.scrollDuration));
    scrollAtOnce(from + (top - from) * ease(part));
    if (part < 1) requestAnimationFrame(step);
    else stop();
  };
  requestAnimationFrame(step);
}
