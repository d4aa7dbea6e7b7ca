const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** Formats bytes in decimal units, as disks are sold. */
export function sizeOf(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, bytes < 1_000 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** unit;
  return `${unit === 0 ? value : value.toPrecision(3)} ${UNITS[unit]}`;
}

export const fileCountOf = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'file' : 'files'}`;

function durationOf(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5_400) return `${Math.ceil(seconds / 60)} min`;
  return `${(seconds / 3_600).toFixed(1)} h`;
}

/** Progress and remaining time: rewrites one line on a terminal, prints now and then elsewhere. */
export function progressLine(done: number, total: number, elapsed: number): void {
  const share = total === 0 ? 1 : done / total;
  const speed = (done / Math.max(elapsed, 1)) * 1_000;
  const left = done > 0 && done < total ? `, ${durationOf((total - done) / speed)} left` : '';
  const line = `${Math.floor(share * 100)} %, ${sizeOf(done)} of ${sizeOf(total)}, ${sizeOf(Math.round(speed))}/s${left}`;
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${line}`);
  else if (line !== last) process.stdout.write(`${line}\n`);
  last = line;
}
let last = '';
