import './ui/tokens.css';
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { reactions } from './api/reactions.ts';
import { readingReactions } from './reading/reactions.ts';
import { readingRoutes } from './reading/routes.tsx';
import { startRefreshing } from './session/refresh.ts';
import { resetAppName } from './session/title.ts';

resetAppName();
Object.assign(reactions, readingReactions);
startRefreshing();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={createBrowserRouter(readingRoutes)} />
  </StrictMode>,
);
