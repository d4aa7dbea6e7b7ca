import { t } from '#texts/reading';

/** Placeholder for an invalid number or time. */
const NONE = '–';

/** Reused: constructing a formatter takes a hundred times as long as using it. */
const numbers = new Intl.NumberFormat(t.language);
const oneDecimal = new Intl.NumberFormat(t.language, { maximumFractionDigits: 1 });

const abbreviations = ['', 'k', 'M', 'G', 'T', 'P', 'E'];
const siUnits = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB'];
const binaryUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];

/**
 * Up to one decimal; a value that would round up to the next unit uses that unit (999 950 is 1 M, not 1000 k). Beyond
 * the last unit the digits grow.
 */
function scale(value: number, base: number): { digits: string; step: number } {
  let step = 0;
  let rest = Math.abs(value);
  const rounded = () => (step === 0 ? rest : Math.round(rest * 10) / 10);
  while (rounded() >= base && step < abbreviations.length - 1) {
    rest /= base;
    step += 1;
  }
  const signed = Math.sign(value) * rounded();
  return { digits: oneDecimal.format(signed), step };
}

/** §9: large numbers are abbreviated with k, M, G, T, P, E; an invalid one is a dash. */
export function abbreviate(value: number): string {
  if (!Number.isFinite(value)) return NONE;
  const { digits, step } = scale(value, 1000);
  return digits + abbreviations[step];
}

const inUnits = (bytes: number, base: number, units: readonly string[]): string => {
  if (!Number.isFinite(bytes)) return NONE;
  const { digits, step } = scale(bytes, base);
  return `${digits} ${units[step]}`;
};

/** `214.7 GB (200 GiB)`; below a kilobyte both are equal. */
export function formatSize(bytes: number): string {
  const si = inUnits(bytes, 1000, siUnits);
  return !(bytes >= 1000) ? si : `${si} (${inUnits(bytes, 1024, binaryUnits)})`;
}

/** SI units only, where space is short. */
export const formatSizeShort = (bytes: number): string => inUnits(bytes, 1000, siUnits);

export const formatCount = (value: number): string => numbers.format(value);

export const plural = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** `3f9a…c1`: enough to compare by eye; the copy button has it in full. */
export const shortHash = (sha256: string): string => `${sha256.slice(0, 4)}…${sha256.slice(-2)}`;

const two = (value: number): string => String(value).padStart(2, '0');

/** §9: numbers of 10 digits are seconds; otherwise milliseconds, or an ISO 8601 string. */
export function toDate(time: string | number): Date {
  const number = typeof time === 'number' ? time : /^-?\d+$/.test(time) ? Number(time) : undefined;
  if (number === undefined) return new Date(time);
  return new Date(/^-?\d{10}$/.test(String(Math.trunc(number))) ? number * 1000 : number);
}

const isTime = (date: Date): boolean => !Number.isNaN(date.getTime());

/** §9: year-month-day, in UTC: the same on server and client, for pages rendered on both. */
export function formatUtcDay(time: string | number): string {
  const date = toDate(time);
  return isTime(date) ? date.toISOString().slice(0, 10) : NONE;
}

/** §9: year-month-day, in the reader's time zone. */
export function formatDay(time: string | number): string {
  const date = toDate(time);
  if (!isTime(date)) return NONE;
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** §9: year-month-day hour:minute:second, in the reader's time zone. */
export function formatTime(time: string | number): string {
  const date = toDate(time);
  if (!isTime(date)) return NONE;
  return `${formatDay(time)} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
