import { waitingLine } from '../http/index.ts';

const KIB = 1024;
/**
 * In flight over all answers: 96 MiB (faults.md, "slow readers"). Whoever has proved who they are has a share that no
 * crowd of strangers can take up (threat 35).
 */
const BUDGETS = { signedIn: 72 * KIB * KIB, anybody: 24 * KIB * KIB };
/** Kept for the next answers while any answer runs. */
const KEPT = 32 * KIB * KIB;
/** With no answer running for this long, none is kept. */
const IDLE = 10_000;

/**
 * Large buffers while there is room, smaller ones when it gets tight: a crowd of stalled readers then takes long to
 * use up the budget, and healthy ones still go on, slower.
 */
const STEPS = [
  { upTo: 0.25, size: 1024 * KIB },
  { upTo: 0.5, size: 256 * KIB },
  { upTo: 0.75, size: 64 * KIB },
  { upTo: 1, size: 16 * KIB },
] as const;

/** Of an answer that is longer than the largest: it does not go out faster with more. */
const USUAL = 256 * KIB;
const LARGEST = STEPS[0].size;

/** Reused buffers for answers, never more than the budget at a time; who finds none waits in line. */
export interface BufferPool {
  /**
   * @param wanted bytes of the whole answer, if it is to go out in one piece and there is plenty of room
   * @param patience ms to wait in line; absent: an answer that runs waits for its turn
   * @throws AppError 503 when the line does not move for so long
   */
  take(wanted?: number, patience?: number): Promise<Buffer>;
  /** One more for an answer that has one already: only while there is plenty. */
  takeSpare(): Buffer | undefined;
  /** Nothing may use the buffer any more. */
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
    // Never from Node's shared slab: these live long and are overwritten over and over.
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

/** For the whole process: the bound is on what all answers hold together. */
export const answerPools = {
  signedIn: bufferPool(BUDGETS.signedIn),
  anybody: bufferPool(BUDGETS.anybody),
};
