import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { limits } from '../../../contract/limits.ts';
import { decode } from '../../ui/decode.ts';
import { isOwnScroll, scrollToTop } from '../../ui/scroll-to.ts';

/** The first section that reaches below the offset; at the page's end the last one, however short it is. */
function sectionInView(ids: readonly string[]): string | undefined {
  const end = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
  if (end && window.scrollY > 0) return ids.at(-1);
  const reaching = ids.find((id) => {
    const bottom = document.getElementById(id)?.getBoundingClientRect().bottom;
    return bottom !== undefined && bottom > limits.scrollOffset;
  });
  return reaching ?? ids.at(-1);
}

const offsetOf = (section: HTMLElement): number =>
  section.getBoundingClientRect().top + window.scrollY - limits.scrollOffset;

/** Scrolls to the URL's #modality once the sections are rendered, after their data. */
function useOpenedAt(choose: (id: string) => void) {
  const { hash, key } = useLocation();
  const first = useRef(key === 'default' && hash !== '');
  useEffect(() => {
    if (!first.current) return;
    first.current = false;
    const id = decode(hash.slice(1));
    const section = document.getElementById(id);
    if (!section) return;
    scrollToTop(offsetOf(section), { atOnce: true });
    choose(id);
  });
}

/** §2: the section in view while the page scrolls, and a function to go to one. */
export function useScrollspy(ids: readonly string[]) {
  const [inView, setInView] = useState(ids[0]);
  // A chosen section stays marked, even one too near the end to reach the top, until another scroll.
  const chosen = useRef<string>(undefined);
  const key = ids.join(' ');

  useEffect(() => {
    const sections = key.split(' ');
    let frame = 0;
    const look = () => {
      frame = 0;
      setInView(chosen.current ?? sectionInView(sections));
    };
    const lookSoon = () => {
      frame ||= requestAnimationFrame(look);
    };
    const onScroll = () => {
      if (!isOwnScroll()) chosen.current = undefined;
      lookSoon();
    };
    // Back may lead to the current scroll position, without a scroll event.
    const onHistory = () => {
      chosen.current = undefined;
      lookSoon();
    };
    const listening = new AbortController();
    const options = { passive: true, signal: listening.signal };
    window.addEventListener('scroll', onScroll, options);
    window.addEventListener('resize', lookSoon, options);
    window.addEventListener('popstate', onHistory, options);
    look();
    return () => {
      listening.abort();
      cancelAnimationFrame(frame);
    };
  }, [key]);

  const choose = (id: string) => {
    chosen.current = id;
    setInView(id);
  };
  useOpenedAt(choose);

  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const goTo = (id: string) => {
    const section = document.getElementById(id);
    if (!section) return;
    const from = window.scrollY;
    const replace = decode(hash.slice(1)) === id;
    // Synchronously, so that the router's own jump to the section is undone before a paint.
    void navigate({ search, hash: id }, { replace, preventScrollReset: true, flushSync: true });
    window.scrollTo({ top: from, behavior: 'instant' });
    choose(id);
    scrollToTop(offsetOf(section));
    // Keyboard and screen reader continue from the chosen section.
    section.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  };
  return { inView, goTo };
}
