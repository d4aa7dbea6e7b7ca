import { useEffect, useLayoutEffect } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { titleOf } from './paths.ts';
import { setTitle } from './session/title.ts';
import { ProgressBar } from './ui/progress-bar.tsx';
import { scrollToRemembered } from './ui/scroll-memory.ts';

/** What every page of this shell has: the progress bar, the title, and the focus on the heading of a new page. */
export function AppRoot() {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  // A changed filter is a navigation for the router, but not for the person.
  const leaving = state !== 'idle' && location.pathname !== pathname;

  useEffect(() => {
    setTitle(titleOf(pathname));
    // The hidden screens of the back office's other tabs have theirs, too.
    const heading = [...document.querySelectorAll('h1')].find((each) => each.checkVisibility());
    if (!heading || document.activeElement?.closest('form')) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname]);
  // Before the browser tells of a page that has become shorter.
  useLayoutEffect(() => scrollToRemembered(pathname), [pathname]);

  return (
    <>
      <ProgressBar active={leaving} />
      <Outlet />
    </>
  );
}
