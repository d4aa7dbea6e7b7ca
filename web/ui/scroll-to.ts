import { limits } from '../../contract/limits.ts';

const ease = (part: number): number => (part < 0.5 ? 4 * part ** 3 : 1 - (-2 * part + 2) ** 3 / 2);

/**
 * §9: scrolls in 800 ms, at once where motion is unwelcome. Any scrolling of the person's own ends it, and so does a
 * press: what is pressed must still be under the pointer when it is let go, or the press is lost.
 */
export function scrollToTop(top: number): void {
  const { matches: still } = window.matchMedia('(prefers-reduced-motion: reduce)');
  const from = window.scrollY;
  if (still || from === top) {
    window.scrollTo({ top, behavior: 'instant' });
    return;
  }
  const start = performance.now();
  const interruption = new AbortController();
  const stop = () => interruption.abort();
  for (const event of ['wheel', 'touchmove', 'pointerdown', 'keydown']) {
    window.addEventListener(event, stop, { passive: true, signal: interruption.signal });
  }
  const step = (now: number) => {
    if (interruption.signal.aborted) return;
    const part = Math.min(1, Math.max(0, (now - start) / limits.scrollDuration));
    window.scrollTo({ top: from + (top - from) * ease(part), behavior: 'instant' });
    if (part < 1) requestAnimationFrame(step);
    else stop();
  };
  requestAnimationFrame(step);
}
