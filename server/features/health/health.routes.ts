import { getHealth } from '../../../contract/health.ts';
import type { Health } from '../../health/index.ts';
import type { Route } from '../../http/index.ts';
import type { Servers } from '../../servers/index.ts';
import { COMMAND } from '../../shared/command-name.ts';
import { iso } from '../../shared/time.ts';

/** The portal's health, for administrators. */
export function healthRoutes(
  route: Route,
  { health, servers, startedAt }: { health: Health; servers: Pick<Servers, 'live'>; startedAt: number },
): void {
  route(getHealth, async () => ({
    findings: await health.look(),
    versions: await health.versions(),
    startedAt: iso(startedAt),
    servers: (await servers.live()).map((server) => ({
      name: server.name,
      isOwn: server.isOwn,
      version: server.version,
      startedAt: iso(server.startedAt),
      seenAt: iso(server.seenAt),
      downloads: server.downloads.length,
    })),
    command: COMMAND,
  }));
}
