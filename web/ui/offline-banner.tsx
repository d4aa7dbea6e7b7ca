import { useSyncExternalStore } from 'react';
import { t } from '#texts/reading';
import classes from './offline-banner.module.css';

function subscribe(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

/** Look, "States": a banner while offline; the page's content stays readable. */
export function OfflineBanner() {
  const offline = useSyncExternalStore(
    subscribe,
    () => !navigator.onLine,
    () => false,
  );
  // Always mounted: a live region inserted together with its text is not announced.
  return <div role="status">{offline && <p className={classes.banner}>{t.reading.offline}</p>}</div>;
}
