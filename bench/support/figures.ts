export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
};

export const quantile = (sorted: readonly number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;

/**
 * Runs every contestant once per round, in another order each time: what else the machine does then hits all alike.
 * @returns each contestant's results, round by round
 */
export async function inTurn<T>(
  rounds: number,
  contestants: Record<string, () => Promise<T>>,
): Promise<Record<string, T[]>> {
  const names = Object.keys(contestants);
  const results: Record<string, T[]> = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < names.length; i++) {
      const name = names[(i + round) % names.length] ?? '';
      const result = await contestants[name]?.();
      if (result !== undefined) results[name]?.push(result);
    }
  }
  return results;
}

/** The median over rounds of one's figure divided by the other's in the same round. */
export const pairedRatio = (ours: readonly number[], theirs: readonly number[]): number =>
  median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)));

/** Rows of text in columns as wide as their longest cell; the first is for names. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => (row[i] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
        .join('  '),
    )
    .join('\n');
}
