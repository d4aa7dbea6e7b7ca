import { tAccount } from '#texts/account';
import { plural } from '../../ui/format.ts';
import { formatWait } from '../../ui/format-wait.ts';

const words = tAccount.own.application;

/** The median wait for a decision, in words; also when it is unknown. */
export function waitWords(wait: { medianHours: number | null; decisions: number; days: number }): string {
  const { medianHours, decisions, days } = wait;
  if (medianHours === null) return words.waitUnknown;
  return words.wait(
    formatWait(medianHours),
    plural(decisions, ...words.decisions),
    plural(days, ...words.days),
  );
}
