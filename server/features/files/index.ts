import type { Decide, ReaderOf } from '../../access/index.ts';
import type { Tickets } from '../../auth/index.ts';
import type { Db } from '../../database/index.ts';
import type { FilesOfVersions } from '../../datasets/index.ts';
import type { Route } from '../../http/index.ts';
import { filesRoutes } from './files.routes.ts';
import { type FilesService, filesService } from './files.service.ts';
import { filesStore } from './files.store.ts';

interface Dependencies {
  db: Db;
  files: FilesOfVersions;
  tickets: Tickets;
  readerOf: ReaderOf;
  decide: Decide;
}

/** What files a version has. */
export function serveFiles(
  route: Route,
  { db, files, tickets, readerOf, decide }: Dependencies,
): FilesService {
  const service = filesService({ store: filesStore(db), files, giveTicket: tickets.give, decide });
  filesRoutes(route, service, readerOf);
  return service;
}

export type { FilesService } from './files.service.ts';
