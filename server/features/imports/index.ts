import type { Route } from '../../http/index.ts';
import { importsRoutes } from './imports.routes.ts';
import { importsService } from './imports.service.ts';

/** What lies in the folders that may be registered in place. */
export const serveImports = (route: Route, importRoots: readonly string[]): void =>
  importsRoutes(route, importsService(importRoots));
