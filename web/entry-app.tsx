import './ui/mantine/styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { getSetting } from '../contract/setting.ts';
import { call } from './api/call.ts';
import { SessionOverPage } from './features/account/error-pages.tsx';
import { paths, titleOf } from './paths.ts';
import { appRouter } from './router-app.tsx';
import { sessionOver } from './session/over.ts';
import { startRefreshing } from './session/refresh.ts';
import { resetAppName, setTitle, storeAppName } from './session/title.ts';
import { storeWording } from './session/wording.ts';
import { setMantineReactions } from './ui/mantine/reactions.ts';
import { UiProvider } from './ui/mantine/ui-provider.tsx';
import { useStore } from './ui/store.ts';

setMantineReactions();
startRefreshing();

// The server puts the wording into the document, for the first paint.
if (document.documentElement.dataset.wording === 'corrected') storeWording('corrected');

// §3: the short brand name first, then the stored setting's.
resetAppName();
// A reviewer's page asks by itself, as a guest: the log has no address then.
if (location.pathname !== paths.review)
  call(getSetting, { quiet: true }).then(
    (setting) => {
      storeAppName(setting.name);
      setTitle(titleOf(location.pathname));
    },
    () => undefined,
  );

/** The routed page, unless the session whose data it shows has ended. */
function Shown() {
  const over = useStore(sessionOver);
  if (over) return <SessionOverPage identity={over} />;
  // The router renders errors in place; this passes them on to the global error handlers.
  return <RouterProvider router={appRouter} onError={(error) => reportError(error)} />;
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <UiProvider>
        <Shown />
      </UiProvider>
    </StrictMode>,
  );
}
