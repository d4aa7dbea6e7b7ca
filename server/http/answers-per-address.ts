import { addressKey } from '../shared/address-key.ts';
import type { AppError } from '../shared/errors.ts';
import { turns } from './waiting-line.ts';

/** Limits on concurrent file responses; `patience` in ms (threat 35). */
const LIMITS = { atOnce: 256, anonymous: 64, patience: 5_000 };

const busy = 'Too many files are on their way to your address. Please try again in a moment.';

/** Limits concurrent file responses per client address, so that no client exhausts shared resources. */
export function answersPerAddress({ atOnce, anonymous, patience } = LIMITS) {
  const counted = (most: number) => turns({ atOnce: most, waiting: most, patience, busy });
  const known = new Map<string, Record<'all' | 'anonymous', ReturnType<typeof turns>>>();

  return {
    /**
     * For an anonymous client, before any query.
     * @returns the error, 503, by which `enter` would refuse at once
     */
    oneTooMany(ip: string): AppError | undefined {
      const one = known.get(addressKey(ip));
      return one?.anonymous.oneTooMany() ?? one?.all.oneTooMany();
    },

    /**
     * @returns to be called when the response has ended
     * @throws AppError 503 after a bounded wait
     */
    async enter(ip: string, isAnonymous: boolean): Promise<() => void> {
      const key = addressKey(ip);
      const one = known.get(key) ?? { all: counted(atOnce), anonymous: counted(anonymous) };
      known.set(key, one);
      const held: ReturnType<typeof turns>[] = [];
      const leave = () => {
        for (const place of held) place.end();
        if (one.all.idle() && one.anonymous.idle()) known.delete(key);
      };
      try {
        for (const place of isAnonymous ? [one.anonymous, one.all] : [one.all]) {
          await place.take();
          held.push(place);
        }
      } catch (error) {
        leave();
        throw error;
      }
      return leave;
    },
  };
}
