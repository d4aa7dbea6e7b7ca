const DAY = 86_400_000;

/** Days until a time, to the nearest: 30 just after something was deleted, 0 when half a day is left. */
export const daysLeft = (until: string, now: number = Date.now()): number =>
  Math.max(0, Math.round((Date.parse(until) - now) / DAY));
