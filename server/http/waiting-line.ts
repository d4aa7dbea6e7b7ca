import { AppError } from '../shared/errors.ts';
import type { Message } from '../shared/messages.ts';

/** One for all who are refused: in a crowd, the stack trace of each would be a sixth of what a refusal costs. */
const refusal = (busy: Message) => new AppError(503, busy, { retryAfter: 5 });

/** A FIFO queue for a scarce resource, with a timeout. */
export function waitingLine<Item>(busy: Message) {
  const tooLong = refusal(busy);
  const line = new Set<(item: Item) => void>();
  return {
    length: () => line.size,

    /** @throws AppError 503 when nothing came within `patience` ms; absent: no timeout */
    join: (patience?: number): Promise<Item> =>
      new Promise((resolve, reject) => {
        const tire = () => {
          line.delete(served);
          reject(tooLong);
        };
        const timer = patience === undefined ? undefined : setTimeout(tire, patience);
        const served = (item: Item) => {
          clearTimeout(timer);
          resolve(item);
        };
        line.add(served);
      }),

    /** Hands an item to the first in the queue, which must not be empty. */
    serve(item: Item): void {
      const [first] = line;
      if (!first) throw new Error('nobody waits in line');
      line.delete(first);
      first(item);
    },
  };
}

interface Turns {
  atOnce: number;
  /** Longest queue; beyond it callers are refused at once. */
  waiting: number;
  /** ms. */
  patience: number;
  /** Message of a refusal. */
  busy: Message;
}

/** A semaphore with a bounded FIFO queue. */
export function turns({ atOnce, waiting, patience, busy }: Turns) {
  const line = waitingLine<void>(busy);
  const tooMany = refusal(busy);
  let taken = 0;
  const oneTooMany = (): AppError | undefined =>
    taken >= atOnce && line.length() >= waiting ? tooMany : undefined;
  return {
    /** The error, 503, by which `take` would refuse at once. */
    oneTooMany,

    /** Whether nothing is held or queued. */
    idle: () => taken === 0,

    /**
     * Acquires; each call must be followed by one `end`.
     * @throws AppError 503 when the queue is full, or the wait too long
     */
    async take(): Promise<void> {
      const refused = oneTooMany();
      if (refused) throw refused;
      if (taken >= atOnce) return line.join(patience);
      taken += 1;
    },

    end(): void {
      // The slot passes to the next in the queue.
      if (line.length() > 0) line.serve();
      else taken -= 1;
    },
  };
}
