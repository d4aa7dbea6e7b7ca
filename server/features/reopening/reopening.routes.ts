import { getRestored, openDownloads } from '../../../contract/restored.ts';
import type { Reopening } from '../../backup/index.ts';
import type { Route } from '../../http/index.ts';

/** A portal that was restored from a backup: what it holds, and opening its downloads. */
export function reopeningRoutes(route: Route, reopening: Reopening): void {
  route(getRestored, () => reopening.state());
  route(openDownloads, async ({ audit }) => {
    await reopening.open((trx) =>
      audit(trx, { subject: 'downloads', before: { downloads: 'closed' }, after: { downloads: 'open' } }),
    );
  });
}
