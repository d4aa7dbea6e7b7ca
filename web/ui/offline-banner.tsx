import { t } from '#texts/reading';
import classes from './offline-banner.module.css';
import { useOffline } from './use-offline.ts';

/** Look, "States": a banner while offline; the page's content stays readable. */
export function OfflineBanner() {
  const offline = useOffline();
  // Always mounted: a live region inserted together with its text is not announced.
  return <div role="status">{offline && <p className={classes.banner}>{t.reading.offline}</p>}</div>;
}
