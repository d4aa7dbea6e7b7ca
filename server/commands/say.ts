const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** Formats bytes in decimal units, as disks are sold. */
export function sizeOf(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, bytes < 1_000 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** unit;
  return `${unit === 0 ? value : value.toPrecision(3)} ${UNITS[unit]}`;
}

/** A number of things in words: `1 file`, `2 files`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

export const fileCountOf = (count: number): string => counted(count, 'file');

function durationOf(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5_400) return `${Math.ceil(seconds / 60)} min`;
  return `${(seconds / 3_600).toFixed(1)} h`;
}

/** ms between two states of a terminal's line. */
const EVERY = 250;
/** ms of work of which nothing is said where no terminal is. */
const SHORT = 1_000;
/** The last progress that was printed. */
const told = { at: Number.NEGATIVE_INFINITY, tenth: 0, line: '' };

/** Progress and remaining time: rewrites one line on a terminal, prints one for each tenth elsewhere. */
export function progressLine(done: number, total: number, elapsed: number): void {
  const share = total === 0 ? 1 : done / total;
  const tenth = Math.floor(share * 10);
  const isDue = process.stdout.isTTY ? elapsed - told.at >= EVERY : tenth > told.tenth && elapsed >= SHORT;
  if (!isDue && share < 1) return;
  const speed = (done / Math.max(elapsed, 1)) * 1_000;
  const left = done > 0 && done < total ? `, ${durationOf((total - done) / speed)} left` : '';
  const line = `${Math.floor(share * 100)} %, ${sizeOf(done)} of ${sizeOf(total)}, ${sizeOf(Math.round(speed))}/s${left}`;
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${line}`);
  else if (line !== told.line) process.stdout.write(`${line}\n`);
  Object.assign(told, { at: elapsed, tenth, line });
}

/** Ends the line of progress. */
export function endProgress(): void {
  if (process.stdout.isTTY) process.stdout.write('\n');
}

/** Rows as lines with aligned columns; empty last columns take no room. */
export function table(rows: readonly string[][]): string[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
