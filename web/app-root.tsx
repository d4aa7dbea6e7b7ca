import { useEffect } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { titleOf } from './paths.ts';
import { setTitle } from './session/title.ts';
import { ProgressBar } from './ui/progress-bar.tsx';

/** What every page of this shell has: the progress bar, the title, and the focus on the heading of a new page. */
export function AppRoot() {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  // A changed filter is a navigation for the router, but not for the person.
  const leaving = state !== 'idle' && location.pathname !== pathname;

  useEffect(() => {
    setTitle(titleOf(pathname));
    const heading = document.querySelector<HTMLElement>('h1');
    if (!heading || document.activeElement?.closest('form')) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [pathname]);

  return (
    <>
      <ProgressBar active={leaving} />
      <Outlet />
    </>
  );
}
