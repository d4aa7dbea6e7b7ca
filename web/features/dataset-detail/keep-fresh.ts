/** ms: what is waited for comes in seconds or in hours. */
const first = 5_000;
const longest = 60_000;
const growth = 1.5;
/** Windows are changed faster than anything here, ms. */
const settled = 1_000;

/**
 * Looks now and then, ever more rarely, and at once when somebody comes back to the page; not while nobody sees it.
 * A look that fails is silent: nobody waits for it, and the next one comes (decisions §10). Gives back what ends it.
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
      // See above.
    }
    looking = false;
    last = performance.now();
    wait = Math.min(wait * growth, longest);
    plan();
  };
  const onReturn = () => {
    if (document.hidden) clearTimeout(timer);
    else if (performance.now() - last > settled) void run();
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
