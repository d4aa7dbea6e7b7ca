import { type ComponentType, useCallback, useEffect, useState } from 'react';

interface Loaded<T> {
  /** Undefined on the server, while loading, and after a failure. */
  loaded: T | undefined;
  failed: boolean;
  retry: () => void;
}

/**
 * What a lazy chunk holds, loaded after hydration, so that the page does not wait for it.
 * @param load must be stable; undefined: nothing is loaded yet
 */
export function useLoaded<T>(load: (() => Promise<T>) | undefined): Loaded<T> {
  const [held, setHeld] = useState<{ loaded: T }>();
  const [failed, setFailed] = useState(false);
  const retry = useCallback(() => {
    setFailed(false);
    load?.().then(
      (loaded) => setHeld({ loaded }),
      () => setFailed(true),
    );
  }, [load]);
  useEffect(retry, [retry]);
  return { loaded: held?.loaded, failed, retry };
}

/** The same for a component. */
export function useLazy<Props>(load: () => Promise<ComponentType<Props>>) {
  const { loaded: Component, ...rest } = useLoaded(load);
  return { Component, ...rest };
}
