/** ms after which a lock in local storage expires, if its tab was closed. */
const stale = 15_000;

/** Fallback without the Web Locks API (plain http off loopback): a lock in local storage, re-read after a moment. */
async function byClaim(name: string, work: () => Promise<void>): Promise<void> {
  const held = Number.parseInt(localStorage.getItem(name) ?? '0', 10);
  if (Date.now() - held < stale) return;
  const mine = `${Date.now()} ${Math.random()}`;
  localStorage.setItem(name, mine);
  await new Promise((done) => setTimeout(done, 50 + Math.random() * 100));
  if (localStorage.getItem(name) !== mine) return;
  try {
    await work();
  } finally {
    if (localStorage.getItem(name) === mine) localStorage.removeItem(name);
  }
}

/**
 * Runs work in one tab of this browser at a time; skips it while another tab runs it. The lock in local storage is not
 * airtight, so the work must be idempotent.
 */
export async function alone(name: string, work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return byClaim(name, work);
  await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await work();
  });
}
