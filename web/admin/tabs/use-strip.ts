import { type RefObject, useEffect, useLayoutEffect } from 'react';

/** Margin beside the active tab, in px: shows a part of the next one. On the left lies the pinned tab, too. */
const margin = 32;

const pinnedWidth = (strip: HTMLElement, item: HTMLElement): number => {
  const pinned = strip.querySelector<HTMLElement>(':scope > [data-pinned]');
  return pinned && pinned !== item ? pinned.offsetWidth : 0;
};

/** Scrolls the active tab into view, horizontally only. */
function reveal(strip: HTMLElement | null): void {
  const item = strip?.querySelector<HTMLElement>(':scope > [data-active]');
  if (!strip || !item) return;
  const left = item.offsetLeft - margin - pinnedWidth(strip, item);
  const right = item.offsetLeft + item.offsetWidth + margin - strip.clientWidth;
  if (strip.scrollLeft > left) strip.scrollLeft = left;
  else if (strip.scrollLeft < right) strip.scrollLeft = right;
}

/** The tab strip: the wheel scrolls it horizontally, and the active tab is scrolled into view. */
export function useStrip(ref: RefObject<HTMLElement | null>, active: string, count: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again when the tabs are others
  useLayoutEffect(() => reveal(ref.current), [ref, active, count]);

  useEffect(() => {
    const strip = ref.current;
    if (!strip) return;
    const onWheel = (event: WheelEvent) => {
      const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
      if (sideways || event.ctrlKey || strip.scrollWidth <= strip.clientWidth) return;
      event.preventDefault();
      const line = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1;
      strip.scrollLeft += event.deltaY * line;
    };
    // React's wheel listeners are passive, and could not prevent the page from scrolling.
    strip.addEventListener('wheel', onWheel, { passive: false });
    // What is scrolled out fades beside the pinned tab.
    const onScroll = () => strip.toggleAttribute('data-scrolled', strip.scrollLeft > 0);
    strip.addEventListener('scroll', onScroll, { passive: true });
    const observer = new ResizeObserver(() => reveal(strip));
    observer.observe(strip);
    return () => {
      strip.removeEventListener('wheel', onWheel);
      strip.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }, [ref]);
}
