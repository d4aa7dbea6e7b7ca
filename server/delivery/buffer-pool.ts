import { waitingLine } from '../http/index.ts';

const KIB = 1024;
/**
 * Bytes in flight over all responses: 96 MiB (faults.md, "slow readers"). Authenticated clients have a share that
 * anonymous ones cannot exhaust (threat 35).
 */
const BUDGETS = { signedIn: 72 * KIB * KIB, anybody: 24 * KIB * KIB };
/** Bytes of idle buffers kept for reuse while any response runs. */
const KEPT = 32 * KIB * KIB;
/** ms without a running response after which idle buffers are freed. */
const IDLE = 10_000;

/**
 * Buffer sizes by usage of the budget: smaller ones under pressure, so that many stalled clients exhaust the budget
 * slowly and healthy ones continue, slower.
 */
const STEPS = [
  { upTo: 0.25, size: 1024 * KIB },
  { upTo: 0.5, size: 256 * KIB },
  { upTo: 0.75, size: 64 * KIB },
  { upTo: 1, size: 16 * KIB },
] as const;

/** Buffer size for a response in several pieces: larger ones are not faster. */
const USUAL = 256 * KIB;
const LARGEST = STEPS[0].size;

/** A pool of reused buffers for responses, within a byte budget; callers queue when it is exhausted. */
export interface BufferPool {
  /**
   * @param wanted bytes of the whole response, if it should go out in one piece while there is plenty of room
   * @param patience ms to wait in the queue; absent: no timeout, for a running response
   * @throws AppError 503 when the queue does not move for that long
   */
  take(wanted?: number, patience?: number): Promise<Buffer>;
  /** A second buffer for a running response: only with plenty of room. */
  takeSpare(): Buffer | undefined;
  /** Returns a buffer; nothing may use it afterwards. */
  give(buffer: Buffer): void;
  /** Bytes in flight. */
  used(): number;
}

export function bufferPool(budget: number): BufferPool {
  const free = new Map<number, Buffer[]>(STEPS.map(({ size }) => [size, []]));
  const line = waitingLine<Buffer>('Very many files are being sent right now. Please try again in a moment.');
  let used = 0;
  let kept = 0;
  let resting = false;

  function tryTake(room: number, most = USUAL): Buffer | undefined {
    const step = STEPS.find(({ upTo, size }) => size <= most && used + size <= Math.min(upTo, room) * budget);
    if (!step) return undefined;
    used += step.size;
    const ready = free.get(step.size)?.pop();
    if (ready) kept -= step.size;
    // Not from Node's shared slab: these are long-lived and overwritten again and again.
    return ready ?? Buffer.allocUnsafeSlow(step.size);
  }

  function forget(): void {
    resting = false;
    if (used > 0) return;
    for (const buffers of free.values()) buffers.length = 0;
    kept = 0;
  }

  return {
    async take(wanted = USUAL, patience) {
      const short = wanted > USUAL && wanted <= LARGEST;
      const buffer = line.length() === 0 ? tryTake(1, short ? LARGEST : USUAL) : undefined;
      return buffer ?? line.join(patience);
    },

    takeSpare: () => (line.length() === 0 ? tryTake(0.5) : undefined),

    give(buffer) {
      used -= buffer.length;
      if (kept + buffer.length <= Math.min(KEPT, budget / 2)) {
        free.get(buffer.length)?.push(buffer);
        kept += buffer.length;
      }
      while (line.length() > 0) {
        const next = tryTake(1);
        if (!next) break;
        line.serve(next);
      }
      if (used > 0 || resting) return;
      resting = true;
      setTimeout(forget, IDLE).unref();
    },

    used: () => used,
  };
}

/** One pool of each kind per process: the budget bounds the memory of all responses. */
export const answerPools = {
  signedIn: bufferPool(BUDGETS.signedIn),
  anybody: bufferPool(BUDGETS.anybody),
};
