import { enSpans } from '../../texts/en-spans.ts';
import { plural } from './format.ts';

/** A waiting time for people: hours up to a day and a half, days above; rounded up, so that it promises nothing. */
export function formatWait(hours: number): string {
  if (hours < 1) return enSpans.wait.underHour;
  if (hours < 36) return plural(Math.ceil(hours), ...enSpans.wait.hour);
  return plural(Math.ceil(hours / 24), ...enSpans.wait.day);
}
