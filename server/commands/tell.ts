import { type FindingWords, tHealth } from '../../texts/en-health.ts';
import type { Finding } from '../health/index.ts';
import { COMMAND } from '../shared/command-name.ts';
import { sizeOf } from './say.ts';

/** Values that are bytes. */
const sizes = new Set(['free', 'size', 'used', 'done', 'total']);

function filled(text: string, { values }: Finding, { one, many }: FindingWords): string {
  return text.replaceAll('`', '').replace(/\{(\w+)\}/g, (place, name: string) => {
    if (name === 'vitrine') return COMMAND;
    const value = values[name];
    if (value === undefined) return place;
    if (name === 'count') return `${value} ${value === 1 ? one : many}`;
    if (sizes.has(name)) return sizeOf(Number(value));
    return name === 'at' ? new Date(Number(value)).toISOString() : String(value);
  });
}

/** Prints two lines at most: what is so, and the line that mends it. */
export function tell(finding: Finding): void {
  const known: Record<string, FindingWords> = tHealth.findings;
  const said = known[finding.id] ?? { words: finding.id };
  const mark = { ok: 'ok   ', warn: 'warn ', bad: 'WRONG' }[finding.state];
  console.log(`${mark} ${filled(said.words, finding, said)}`);
  if (said.mend) console.log(`      → ${filled(said.mend, finding, said)}`);
}
