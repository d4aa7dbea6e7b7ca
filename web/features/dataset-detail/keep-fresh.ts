/** First polling interval, ms: results come in seconds or in hours. */
const first = 5_000;
const longest = 60_000;
const growth = 1.5;
/** Least ms since the last poll for another one when the page becomes visible. */
const leastPause = 1_000;

/**
 * Polls with growing intervals, and at once when the page becomes visible; not while it is hidden. Failures are silent
 * (decisions §10). Returns a function that stops it.
 */
export function keepFresh(look: () => Promise<void>): () => void {
  let wait = first;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looking = false;
  let ended = false;
  let last = performance.now();

  const plan = () => {
    clearTimeout(timer);
    if (!ended && !document.hidden) timer = setTimeout(() => void run(), wait);
  };
  const run = async () => {
    if (looking) return;
    looking = true;
    try {
      await look();
    } catch {
      // Silent: see above.
    }
    looking = false;
    last = performance.now();
    wait = Math.min(wait * growth, longest);
    plan();
  };
  const onReturn = () => {
    if (document.hidden) clearTimeout(timer);
    else if (performance.now() - last > leastPause) void run();
    else plan();
  };

  plan();
  document.addEventListener('visibilitychange', onReturn);
  addEventListener('focus', onReturn);
  return () => {
    ended = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onReturn);
    removeEventListener('focus', onReturn);
  };
}
