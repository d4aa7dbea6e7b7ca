import { listImports } from '../../../contract/sources.ts';
import type { Route } from '../../http/index.ts';
import type { ImportsService } from './imports.service.ts';

/** Decisions §4: files on the server that may be registered in place. */
export function importsRoutes(route: Route, service: ImportsService): void {
  route(listImports, ({ query }) =>
    query.path === undefined ? service.roots() : service.folder(query.path),
  );
}
