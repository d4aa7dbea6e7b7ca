import { type ComponentType, useCallback, useEffect, useState } from 'react';

interface Lazy<Props> {
  /** Undefined on the server, while it is fetched, and when that failed. */
  Component: ComponentType<Props> | undefined;
  failed: boolean;
  retry: () => void;
}

/**
 * A component whose code is fetched once the page is alive, so that the page itself does not wait for it.
 * @param load a function that stays the same from one rendering to the next
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
