import { diffLines } from 'diff';
import type { ChangedLine } from '../../../../contract/signing.ts';

/** ms for a comparison: that of some texts would take seconds. */
const LONGEST = 200;

const linesOf = (text: string, kind: ChangedLine['kind']): ChangedLine[] =>
  text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => ({ kind, text: line }));

/** The lines of two texts, and what differs; of texts that are too different, all of both. */
export function changesBetween(before: string, after: string): ChangedLine[] {
  // The last line may lack its end in one text alone.
  const parts = diffLines(`${before}\n`, `${after}\n`, { timeout: LONGEST, stripTrailingCr: true });
  if (!parts) return [...linesOf(before, 'removed'), ...linesOf(after, 'added')];
  return parts.flatMap(({ value, added, removed }) =>
    linesOf(value, added ? 'added' : removed ? 'removed' : 'same'),
  );
}
