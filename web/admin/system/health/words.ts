import { type FindingWords, tHealth } from '#texts/health';
import type { HealthFinding } from '../../../../contract/health.ts';
import { paths } from '../../../paths.ts';
import { formatSizeShort, formatTime, plural } from '../../../ui/format.ts';

const known: Record<string, FindingWords> = tHealth.findings;
const areas: Record<string, string> = tHealth.areas;
/** Values that are bytes. */
const sizes = new Set(['free', 'size', 'used', 'done', 'total']);

/** Where the back office shows more. */
const screens: Record<string, string> = {
  jobs: paths.adminJobs,
  mails: paths.adminJobs,
  restored: paths.adminIndex,
};

/** What a finding is about, and the screen that shows it. */
export function aboutOf({ id }: HealthFinding): { area: string; screen: string | undefined } {
  const [key = ''] = id.split('.', 1);
  return { area: areas[key] ?? '', screen: screens[key] };
}

/**
 * What a finding says, and the line that mends it; a later server's unknown one is shown by its id.
 * @param command the name of the portal's command
 */
export function wordsOf({ id, values }: HealthFinding, command: string): { words: string; mend: string } {
  const { words, mend = '', one = '', many = '' } = known[id] ?? { words: id };
  const filled = (text: string) =>
    text.replace(/\{(\w+)\}/g, (place, name: string) => {
      if (name === 'vitrine') return command;
      const value = values[name];
      if (value === undefined) return place;
      if (name === 'count') return plural(Number(value), one, many);
      if (sizes.has(name)) return formatSizeShort(Number(value));
      return name === 'at' ? formatTime(Number(value)) : String(value);
    });
  return { words: filled(words), mend: filled(mend) };
}
