import { t } from '#texts/reading';
import { plural } from '../../ui/format.ts';

/** Bytes from which on the times are shown. */
const LARGE = 1_000_000_000;

const words = t.transfer;

/** Two significant digits: `2.3`, `23`, `230`. */
const digits = (value: number): number => (value < 10 ? Math.round(value * 10) / 10 : Math.round(value));

function spoken(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} ${words.second}`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} ${words.minute}`;
  const hours = seconds / 3600;
  return hours < 48 ? `${digits(hours)} ${words.hour}` : plural(digits(hours / 24), ...words.day);
}

/** Look, "Detail": transfer time at 10, 100 and 1000 Mbit/s; undefined for less than a gigabyte. */
export function transferTimes(bytes: number): string | undefined {
  if (bytes < LARGE) return undefined;
  const at = (megabits: number) => spoken((bytes * 8) / (megabits * 1_000_000));
  return words.about(at(10), at(100), at(1000));
}
