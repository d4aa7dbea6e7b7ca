import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { t } from '#texts/reading';
import { OfflineBanner } from '../ui/offline-banner.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import classes from './layout.module.css';

/** After a navigation, focuses the page's heading, so that screen readers start there. */
function useFocusOnHeading() {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [pathname]);
}

/** Layout of every reading page. */
export function Layout() {
  const navigation = useNavigation();
  useFocusOnHeading();
  // Replays a click made before hydration: see deferred-hydration.js.
  useEffect(() => void dispatchEvent(new Event('app:hydrated')), []);
  return (
    <div className={classes.page}>
      <a className={classes.skip} href="#content">
        {t.reading.skip}
      </a>
      <ProgressBar active={navigation.state === 'loading'} />
      <Header />
      <OfflineBanner />
      <main className={classes.main} id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <ScrollRestoration />
    </div>
  );
}
