/** Fit to the column's width, or a fraction of the paper's size. */
export type Zoom = 'fit' | number;

const steps = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];

/** CSS pixels per PDF point at 100 %: an inch is 96 pixels and 72 points. */
export const PIXELS_PER_POINT = 96 / 72;

/** The next zoom step up or down; the last one stays. */
export function stepped(share: number, direction: 1 | -1): number {
  // A fitted zoom lies between steps: skips a step too close to be visible.
  const further = steps.filter((step) => (direction === 1 ? step > share * 1.01 : step < share * 0.99));
  const next = direction === 1 ? further[0] : further.at(-1);
  return next ?? (direction === 1 ? Math.max(share, 4) : Math.min(share, 0.25));
}

/** The zoom at which a page of `points` width fills a column of `width` CSS pixels. */
export const shareOf = (zoom: Zoom, width: number, points: number): number =>
  zoom === 'fit' ? width / (points * PIXELS_PER_POINT) : zoom;
