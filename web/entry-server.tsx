import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import type { Renderer } from '../contract/render.ts';
import { loadDeferred } from './reading/deferred.tsx';
import type { ServerContext } from './reading/page-data.ts';
import { readingRoutes } from './reading/routes.tsx';

const { query, dataRoutes } = createStaticHandler(readingRoutes);

/** Renders the reading pages to HTML, always for the anonymous visitor: they are cached and shared. */
export const renderPage: Renderer['renderPage'] = async (url, data) => {
  const requestContext: ServerContext = { page: data };
  const context = await query(new Request(`http://portal${url}`), { requestContext });
  if (context instanceof Response) throw new Error(`the page answered with ${context.status} itself`);
  // The page's own code has been loaded by its route, and with it the list of its parts.
  await loadDeferred();
  const router = createStaticRouter(dataRoutes, context);
  const html = renderToString(
    <StrictMode>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </StrictMode>,
  );
  const missing = data.detail === null || context.matches.some(({ route }) => route.path === '*');
  return {
    status: missing ? 404 : context.statusCode,
    html,
    state: JSON.stringify({ loaderData: context.loaderData }),
  };
};
