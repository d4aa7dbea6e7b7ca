import { versionedCache } from '../shared/versioned-cache.ts';

/** ms until a look counts as failed. */
const WITHIN = 5_000;
/** ms after which a hanging look is given up, and another one may start. */
const GIVEN_UP = 60_000;

/** Settles with the promise, or rejects after the timeout. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Bounds a look in time and number: who asks waits 5 s at most, and all who ask while one runs share it.
 * @throws what `look` throws, or that it took too long
 */
export function bounded<T>(look: () => Promise<T>): () => Promise<T> {
  const looks = versionedCache({
    load: look,
    version: () => 0,
    now: Date.now,
    lifetime: GIVEN_UP,
    most: 1,
    keep: () => false,
  });
  return () => within(WITHIN, looks.get(''));
}
