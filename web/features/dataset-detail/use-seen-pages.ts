import { type RefObject, useEffect, useState } from 'react';

interface PagesInView {
  /** Any part of them in the window; those that were last, while none is. */
  seen: ReadonlySet<number>;
  /** The one at the middle of the window, or last there. */
  current: number;
  /** Of the list, in CSS pixels; 0 until measured. */
  width: number;
}

const numberOf = (target: Element): number => Number((target as HTMLElement).dataset.page);

/** Which pages of the list are seen, and how wide it is. @param count of pages; 0 while there is no list */
export function useSeenPages(list: RefObject<HTMLElement | null>, count: number): PagesInView {
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set([1]));
  const [current, setCurrent] = useState(1);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const pages = list.current;
    if (!pages || count === 0) return;
    const pageSeen = new IntersectionObserver((entries) => {
      setSeen((before) => {
        const now = new Set(before);
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) now.add(numberOf(target));
          else now.delete(numberOf(target));
        }
        // Above the document its first pages wait ready, below it the last ones stay.
        return now.size === 0 ? before : now;
      });
    });
    // A line across the middle of the window.
    const atMiddle = new IntersectionObserver(
      (entries) => {
        const page = entries.find(({ isIntersecting }) => isIntersecting)?.target;
        if (page) setCurrent(numberOf(page));
      },
      { rootMargin: '-50% 0px -50% 0px' },
    );
    for (const page of pages.querySelectorAll('[data-page]')) {
      pageSeen.observe(page);
      atMiddle.observe(page);
    }
    const resized = new ResizeObserver(() => setWidth(pages.clientWidth));
    resized.observe(pages);
    return () => {
      pageSeen.disconnect();
      atMiddle.disconnect();
      resized.disconnect();
    };
  }, [list, count]);
  return { seen, current, width };
}
