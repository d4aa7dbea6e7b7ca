import type { ChangedLine } from '../../contract/terms.ts';

/** Unchanged lines that are shown before and after a change. */
const CONTEXT = 2;

/** A line, or unchanged ones that are left out: how many. `at`: place in the comparison. */
export type FoldedLine = { at: number } & (ChangedLine | { kind: 'folded'; lines: number });

/** Leaves out what is far from any change; one line alone is shorter than what would stand for it. */
export function foldLines(lines: readonly ChangedLine[]): FoldedLine[] {
  const near = lines.map((_, at) =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ kind }) => kind !== 'same'),
  );
  const folded: FoldedLine[] = [];
  for (const [at, line] of lines.entries()) {
    const last = folded.at(-1);
    if (near[at] || (near[at - 1] !== false && near[at + 1] !== false)) folded.push({ at, ...line });
    else if (last?.kind === 'folded') last.lines++;
    else folded.push({ at, kind: 'folded', lines: 1 });
  }
  return folded;
}
