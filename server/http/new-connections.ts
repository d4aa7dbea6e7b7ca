/** Turns of the event loop that bring a new connection before who waits has one anyway. */
const MOST_PASSED = 64;

/**
 * Lets what can wait do so while new connections come. Node accepts one in each turn of its event loop, so whatever else
 * a turn does is waited for by all who are still in the system's queue (docs/decisions/0050).
 */
export function newConnectionsFirst() {
  const waiting = new Set<() => void>();
  let came = false;
  let passed = 0;
  let planned = false;

  function plan(): void {
    if (planned || waiting.size === 0) return;
    planned = true;
    setImmediate(turn);
  }

  function turn(): void {
    planned = false;
    const yields = came && passed < MOST_PASSED;
    came = false;
    passed = yields ? passed + 1 : 0;
    const [first] = waiting;
    if (!yields && first) {
      waiting.delete(first);
      first();
    }
    plan();
  }

  return {
    /** To be called for each new connection. */
    came(): void {
      came = true;
    },

    /** Settles in a turn that brought no new connection, one caller in each, in their order. */
    quietTurn: (): Promise<void> =>
      new Promise((resolve) => {
        waiting.add(resolve);
        plan();
      }),

    /** How many wait. */
    waiting: () => waiting.size,
  };
}

/** One per process, as its event loop is. */
export const newConnections = newConnectionsFirst();
