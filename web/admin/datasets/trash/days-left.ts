const DAY = 86_400_000;

/** Days until a time, rounded: 30 just after a deletion, 0 from half a day before. */
export const daysLeft = (until: string, now: number = Date.now()): number =>
  Math.max(0, Math.round((Date.parse(until) - now) / DAY));
