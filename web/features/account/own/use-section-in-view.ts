import { useEffect, useState } from 'react';

/** px below the window's top at which a section counts as reached: its own margin, and some more. */
const REACHED = 96;

/**
 * The last section that has reached the top. At the page's end, where the last ones cannot: the one that the address
 * names, or the last.
 */
function sectionInView(ids: readonly string[]): string | undefined {
  const reached = ids.findLastIndex(
    (id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) <= REACHED,
  );
  const atEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
  if (!atEnd || scrollY === 0) return ids[Math.max(reached, 0)];
  const named = ids.indexOf(location.hash.slice(1));
  return named > reached ? ids[named] : ids.at(-1);
}

/** The id of the section that is being read. */
export function useSectionInView(ids: readonly string[]): string | undefined {
  const [inView, setInView] = useState(ids[0]);
  const key = ids.join(' ');
  useEffect(() => {
    const look = () => setInView(sectionInView(key.split(' ')));
    const listening = new AbortController();
    const options = { passive: true, signal: listening.signal };
    addEventListener('scroll', look, options);
    addEventListener('resize', look, options);
    look();
    return () => listening.abort();
  }, [key]);
  return inView;
}
