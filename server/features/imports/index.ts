import type { Route } from '../../http/index.ts';
import { importsRoutes } from './imports.routes.ts';
import { importsService } from './imports.service.ts';

/** Lists the folders that files may be registered in place from. */
export const serveImports = (route: Route, importRoots: readonly string[]): void =>
  importsRoutes(route, importsService(importRoots));
