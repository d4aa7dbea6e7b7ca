import type { Decide, ReaderOf } from '../../access/index.ts';
import type { Tickets } from '../../auth/index.ts';
import type { Db } from '../../database/index.ts';
import type { FilesOfVersions } from '../../datasets/index.ts';
import type { Route } from '../../http/index.ts';
import { manifestRoutes } from './manifest.routes.ts';
import { manifestService } from './manifest.service.ts';
import { manifestStore } from './manifest.store.ts';

interface Dependencies {
  db: Db;
  files: FilesOfVersions;
  tickets: Tickets;
  readerOf: ReaderOf;
  decide: Decide;
  publicUrl: string;
}

/** Manifests and changes (releases.md). */
export function serveManifests(
  route: Route,
  { db, files, tickets, readerOf, decide, publicUrl }: Dependencies,
): void {
  const service = manifestService({
    store: manifestStore(db),
    files,
    giveTicket: tickets.give,
    decide,
    publicUrl,
  });
  manifestRoutes(route, service, readerOf);
}
