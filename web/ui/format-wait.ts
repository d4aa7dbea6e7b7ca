import { tSpans } from '#texts/spans';
import { plural } from './format.ts';

/** A waiting time: hours up to a day and a half, days above; rounded up. */
export function formatWait(hours: number): string {
  if (hours < 1) return tSpans.wait.underHour;
  if (hours < 36) return plural(Math.ceil(hours), ...tSpans.wait.hour);
  return plural(Math.ceil(hours / 24), ...tSpans.wait.day);
}
