import { addressKey } from '../shared/address-key.ts';
import { turns } from './waiting-line.ts';

/** Answers that carry a file, at a time (threat 35). */
const LIMITS = { atOnce: 256, anonymous: 64, patience: 5_000 };

const busy = 'Too many files are on their way to your address. Please try again in a moment.';

/** Bounds how many files one address is sent at a time, so that no one takes up what all share. */
export function answersPerAddress({ atOnce, anonymous, patience } = LIMITS) {
  const counted = (most: number) => turns({ atOnce: most, waiting: most, patience, busy });
  const known = new Map<string, Record<'all' | 'anonymous', ReturnType<typeof turns>>>();

  return {
    /** For a stranger, before anything is looked up for them. @throws AppError 503 when `enter` would refuse at once */
    refuseOneTooMany(ip: string): void {
      const one = known.get(addressKey(ip));
      one?.anonymous.refuseOneTooMany();
      one?.all.refuseOneTooMany();
    },

    /** @returns what to call once the answer is over. @throws AppError 503 after a bounded wait */
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
