import { collectDefaultMetrics, Registry } from 'prom-client';
import { lastBackupOf } from '../backup/index.ts';
import type { Config } from '../config.ts';
import type { Db } from '../database/index.ts';
import { bounded, diskOf, figuresStore } from '../health/index.ts';
import { limitConfig, type Server } from '../http/index.ts';
import { vitrineVersion } from '../shared/version.ts';
import { metricsRoutes } from './metrics.routes.ts';
import { type PortalSources, portalLook, portalText } from './portal.ts';
import type { RequestFigures } from './requests.ts';

export { requestFigures } from './requests.ts';

let ofProcess: Registry | undefined;

/** Memory, processor, descriptors, garbage collection and the event loop's lag: of the process, so begun once in it. */
function processFigures(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
    // Gauges that are named as counters: each has one by type beside it.
    for (const name of ['handles', 'requests', 'resources'])
      ofProcess.removeSingleMetric(`nodejs_active_${name}_total`);
  }
  return ofProcess;
}

interface Dependencies
  extends Pick<PortalSources, 'ready' | 'downloads' | 'jobKinds' | 'pools' | 'servers' | 'now'> {
  db: Db;
  config: Config;
  requests: RequestFigures;
  onError: (error: unknown) => void;
}

/** Figures for Prometheus (docs/monitoring.md). */
export function serveMetrics(server: Server, { db, config, requests, onError, ...rest }: Dependencies): void {
  const { dataDir, metricsToken: token, trustProxy, rateLimitFactor } = config;
  const sources = {
    figures: figuresStore(db),
    lastBackup: () => lastBackupOf(db),
    disk: () => diskOf(dataDir),
    version: vitrineVersion,
    ...rest,
  };
  const own = processFigures();
  const look = bounded(portalLook(sources));
  const isReady = () =>
    rest.ready().then(
      () => true,
      () => false,
    );
  const found = () => look().catch(onError);
  async function text(): Promise<string> {
    const [ready, seen] = await Promise.all([isReady(), found()]);
    const parts = [portalText(sources, ready, seen ?? undefined), requests.text(), own.metrics()];
    return (await Promise.all(parts)).join('\n');
  }
  metricsRoutes(
    server,
    text,
    { token, trustsProxy: trustProxy.length > 0 },
    limitConfig(rateLimitFactor)('reading'),
  );
}
