import { type RefObject, useEffect, useState } from 'react';

interface PagesInView {
  /** Pages in the viewport; the last ones that were, while none is. */
  seen: ReadonlySet<number>;
  /** Page at the middle of the viewport, or the last one there. */
  current: number;
  /** Width of the list, in CSS pixels; 0 until measured. */
  width: number;
}

const numberOf = (target: Element): number => Number((target as HTMLElement).dataset.page);

/**
 * Tracks the visible pages of the list, and its width.
 * @param count of pages; 0 without a list
 */
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
        // With the document out of view, the last visible pages stay rendered.
        return now.size === 0 ? before : now;
      });
    });
    // A root margin that leaves a line across the middle of the viewport.
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
