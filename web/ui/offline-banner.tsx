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

/** Look, "States": offline, a banner; what is on the page stays readable. Says so as soon as the line is gone. */
export function OfflineBanner() {
  const offline = useSyncExternalStore(
    subscribe,
    () => !navigator.onLine,
    () => false,
  );
  // Always there: a region that appears together with its words is not read out.
  return <div role="status">{offline && <p className={classes.banner}>{t.reading.offline}</p>}</div>;
}
