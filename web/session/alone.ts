/** A claim that was never given back (its tab was closed) counts no longer than this, in ms. */
const stale = 15_000;

/** Without locks (plain http off loopback has none): a claim in local storage, looked at again after a moment. */
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
 * Does a work in one tab of this browser at a time; where another one is at it already, nothing is done. The claim in
 * local storage is not airtight, so the work must bear being done twice.
 */
export async function alone(name: string, work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return byClaim(name, work);
  await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await work();
  });
}
