import { AppError } from '../shared/errors.ts';
import type { Message } from '../shared/messages.ts';

/** Who waits for something scarce, first come, first served, and not for ever. */
export function waitingLine<Item>(busy: Message) {
  const line = new Set<(item: Item) => void>();
  return {
    length: () => line.size,

    /** @throws AppError 503 when nothing came within `patience` ms; absent: waits on */
    join: (patience?: number): Promise<Item> =>
      new Promise((resolve, reject) => {
        const tire = () => {
          line.delete(served);
          reject(new AppError(503, busy, { retryAfter: 5 }));
        };
        const timer = patience === undefined ? undefined : setTimeout(tire, patience);
        const served = (item: Item) => {
          clearTimeout(timer);
          resolve(item);
        };
        line.add(served);
      }),

    /** Gives something to the first in line, of whom there must be one. */
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
  /** So many may wait; who comes after them is refused at once. */
  waiting: number;
  /** ms. */
  patience: number;
  /** What the refused are told. */
  busy: Message;
}

/** So many at a time; the others wait in line. */
export function turns({ atOnce, waiting, patience, busy }: Turns) {
  const line = waitingLine<void>(busy);
  let taken = 0;
  function refuseOneTooMany(): void {
    if (taken >= atOnce && line.length() >= waiting) throw new AppError(503, busy, { retryAfter: 5 });
  }
  return {
    /** @throws AppError 503 when `take` would refuse at once */
    refuseOneTooMany,

    /** Whether nobody has a turn, or waits for one. */
    idle: () => taken === 0,

    /** To be ended by `end`, once. @throws AppError 503 when the line is long, or does not move */
    async take(): Promise<void> {
      refuseOneTooMany();
      if (taken >= atOnce) return line.join(patience);
      taken += 1;
    },

    end(): void {
      // Whoever waits takes over the turn.
      if (line.length() > 0) line.serve();
      else taken -= 1;
    },
  };
}
