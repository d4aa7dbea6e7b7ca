import { getHealth } from '../../../contract/health.ts';
import type { Health } from '../../health/index.ts';
import type { Route } from '../../http/index.ts';
import { COMMAND } from '../../shared/command-name.ts';
import { iso } from '../../shared/time.ts';

/** The portal's health, for administrators. */
export function healthRoutes(route: Route, health: Health, startedAt: number): void {
  route(getHealth, async () => ({
    findings: await health.look(),
    versions: await health.versions(),
    startedAt: iso(startedAt),
    command: COMMAND,
  }));
}
