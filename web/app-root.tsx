import { useEffect, useLayoutEffect } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { titleOf } from './paths.ts';
import { setTitle } from './session/title.ts';
import { ProgressBar } from './ui/progress-bar.tsx';
import { scrollToRemembered } from './ui/scroll-memory.ts';

/** Layout of every page of this shell: progress bar, title, and focus on a new page's heading. */
export function AppRoot() {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  // A changed filter is a navigation for the router only.
  const leaving = state !== 'idle' && location.pathname !== pathname;

  useEffect(() => setTitle(titleOf(pathname)), [pathname]);
  // In a layout effect: a later one would take the focus from what was pressed meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a page
  useLayoutEffect(() => {
    // Hidden screens of the back office's other tabs have headings, too.
    const heading = [...document.querySelectorAll('h1')].find((each) => each.checkVisibility());
    if (!heading || document.activeElement?.closest('form')) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname]);
  // Before the browser fires scroll events for a page that has become shorter.
  useLayoutEffect(() => scrollToRemembered(pathname), [pathname]);

  return (
    <>
      <ProgressBar active={leaving} />
      <Outlet />
    </>
  );
}
