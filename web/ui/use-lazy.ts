import { type ComponentType, useCallback, useEffect, useState } from 'react';

interface Lazy<Props> {
  /** Undefined on the server, while loading, and after a failure. */
  Component: ComponentType<Props> | undefined;
  failed: boolean;
  retry: () => void;
}

/**
 * A component in a lazy chunk, loaded after hydration, so that the page does not wait for it.
 * @param load must be stable
 */
export function useLazy<Props>(load: () => Promise<ComponentType<Props>>): Lazy<Props> {
  const [Component, setComponent] = useState<ComponentType<Props>>();
  const [failed, setFailed] = useState(false);
  const retry = useCallback(() => {
    setFailed(false);
    load().then(
      (loaded) => setComponent(() => loaded),
      () => setFailed(true),
    );
  }, [load]);
  useEffect(retry, [retry]);
  return { Component, failed, retry };
}
