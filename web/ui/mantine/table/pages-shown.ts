/** The page numbers of a pager, at most seven; `undefined` is a gap. */
export function pagesShown(current: number, last: number): (number | undefined)[] {
  if (last <= 7) return Array.from({ length: last }, (_, index) => index + 1);
  const from = Math.max(3, Math.min(current - 1, last - 4));
  const to = Math.min(last - 2, Math.max(current + 1, 5));
  const middle = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return [1, from > 3 ? undefined : 2, ...middle, to < last - 2 ? undefined : last - 1, last];
}
