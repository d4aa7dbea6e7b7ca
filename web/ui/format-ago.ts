import { tSpans } from '#texts/spans';
import { formatTime, plural, toDate } from './format.ts';

/** §9: relative time in whole minutes, hours or days; a future time is shown as such. */
export function formatAgo(time: string | number, now: Date = new Date()): string {
  const minutes = Math.floor((now.getTime() - toDate(time).getTime()) / 60_000);
  // Tolerates slightly differing clocks of server and client.
  if (!(minutes >= -1)) return formatTime(time);
  const { ago } = tSpans;
  if (minutes < 1) return ago.now;
  if (minutes < 60) return ago.of(plural(minutes, ...ago.minute));
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return ago.of(plural(hours, ...ago.hour));
  return ago.of(plural(Math.floor(hours / 24), ...ago.day));
}
