import './ui/tokens.css';
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { reactions } from './api/reactions.ts';
import { type PageState, readPageState } from './reading/page-state.ts';
import { readingReactions } from './reading/reactions.ts';
import { readingRoutes } from './reading/routes.tsx';
import { resetAppName, storeAppName } from './session/title.ts';
import { readToken } from './session/tokens.ts';
import { storeWording } from './session/wording.ts';

resetAppName();
Object.assign(reactions, readingReactions);
// Only a user's token is refreshed here; signing in loads a new document.
if (readToken('user')) void import('./session/refresh.ts').then(({ startRefreshing }) => startRefreshing());

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

/** Loads the chunk of the server-rendered page before hydration: without it React would render a skeleton. */
async function loadMatched(): Promise<void> {
  for (const { route } of matchRoutes(readingRoutes, location) ?? []) {
    if (typeof route.lazy !== 'function') continue;
    Object.assign(route, await route.lazy(), { lazy: undefined });
  }
}

async function goOn(state: PageState): Promise<void> {
  storeAppName(state.setting.name);
  storeWording(state.setting.wording);
  await loadMatched();
  const router = createBrowserRouter(readingRoutes, { hydrationData: state });
  hydrateRoot(
    root as HTMLElement,
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
  // The server renders the anonymous visitor's page: loads a user's links, and the rest of a long list, now.
  if (readToken('user') || state.partial) void router.revalidate();
}

const state = readPageState();
// Its own code may be lost on the way: web/incomplete.js tells.
if (state)
  void goOn(state).catch((error: unknown) => {
    dispatchEvent(new Event('app:incomplete'));
    throw error;
  });
else {
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={createBrowserRouter(readingRoutes)} />
    </StrictMode>,
  );
}
