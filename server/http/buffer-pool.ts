const KIB = 1024;
/** In flight over all answers (faults.md, "slow readers"). */
const BUDGET = 96 * KIB * KIB;
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
  /** @param wanted bytes of the whole answer, if it is to go out in one piece and there is plenty of room */
  take(wanted?: number): Promise<Buffer>;
  /** One more for an answer that has one already: only while there is plenty. */
  takeSpare(): Buffer | undefined;
  /** Nothing may use the buffer any more. */
  give(buffer: Buffer): void;
  /** Bytes in flight. */
  used(): number;
}

export function bufferPool(budget = BUDGET): BufferPool {
  const free = new Map<number, Buffer[]>(STEPS.map(({ size }) => [size, []]));
  const line: ((buffer: Buffer) => void)[] = [];
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
    async take(wanted = USUAL) {
      const short = wanted > USUAL && wanted <= LARGEST;
      const buffer = line.length === 0 ? tryTake(1, short ? LARGEST : USUAL) : undefined;
      return buffer ?? new Promise((resolve) => line.push(resolve));
    },

    takeSpare: () => (line.length === 0 ? tryTake(0.5) : undefined),

    give(buffer) {
      used -= buffer.length;
      if (kept + buffer.length <= KEPT) {
        free.get(buffer.length)?.push(buffer);
        kept += buffer.length;
      }
      for (let first = line[0]; first; first = line[0]) {
        const next = tryTake(1);
        if (!next) break;
        line.shift();
        first(next);
      }
      if (used > 0 || resting) return;
      resting = true;
      setTimeout(forget, IDLE).unref();
    },

    used: () => used,
  };
}
