import { tSpans } from '#texts/spans';
import { plural } from './format.ts';

/** A waiting time for people: hours up to a day and a half, days above; rounded up, so that it promises nothing. */
export function formatWait(hours: number): string {
  if (hours < 1) return tSpans.wait.underHour;
  if (hours < 36) return plural(Math.ceil(hours), ...tSpans.wait.hour);
  return plural(Math.ceil(hours / 24), ...tSpans.wait.day);
}
