/** Ticks of an axis that ends at the highest figure: nothing, the middle where it is a whole number, and that figure. */
export function ticksTo(highest: number): number[] {
  if (highest <= 0) return [0];
  const middle = highest / 2;
  return Number.isInteger(middle) || highest > 20 ? [0, Math.round(middle), highest] : [0, highest];
}
