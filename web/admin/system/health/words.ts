import { type FindingWords, tHealth } from '#texts/health';
import type { HealthFinding } from '../../../../contract/health.ts';
import { formatSizeShort, formatTime, plural } from '../../../ui/format.ts';

const known: Record<string, FindingWords> = tHealth.findings;

/** What a finding says, and the line that mends it; a later server's unknown one is shown by its id. */
export function wordsOf({ id, values }: HealthFinding): { words: string; mend: string } {
  const { words, mend = '', one = '', many = '' } = known[id] ?? { words: id };
  const filled = (text: string) =>
    text.replace(/\{(\w+)\}/g, (place, name: string) => {
      const value = values[name];
      if (value === undefined) return place;
      if (name === 'count') return plural(Number(value), one, many);
      if (name === 'free') return formatSizeShort(Number(value));
      return name === 'at' ? formatTime(Number(value)) : String(value);
    });
  return { words: filled(words), mend: filled(mend) };
}
