import { describe, expect, it } from 'vitest';
import type { ChangedLine } from '../../contract/terms.ts';
import { foldLines } from './fold-lines.ts';

/** `.` unchanged, `+` added, `-` removed. */
const kinds = { '.': 'same', '+': 'added', '-': 'removed' } as const;
const linesOf = (drawn: string): ChangedLine[] =>
  [...drawn].map((mark, at) => ({ kind: kinds[mark as keyof typeof kinds], text: `line ${at}` }));
const drawn = (folded: ReturnType<typeof foldLines>) =>
  folded
    .map((line) =>
      line.kind === 'folded'
        ? `(${line.lines})`
        : Object.entries(kinds).find(([, kind]) => kind === line.kind)?.[0],
    )
    .join('');

describe('access.md, "the differences to what one signed before"', () => {
  it.each([
    ['+', '+'],
    ['..-+..', '..-+..'],
    ['......-+......', '(4)..-+..(4)'],
    // One line alone is shorter than what would stand for it.
    ['...-+...', '...-+...'],
    ['+.....-', '+.....-'],
    ['+......-', '+..(2)..-'],
    ['....', '(4)'],
    ['', ''],
  ])('%s is shown as %s', (given, shown) => {
    expect(drawn(foldLines(linesOf(given)))).toBe(shown);
  });

  it('keeps the lines and their places', () => {
    expect(foldLines(linesOf('....+')).map(({ at }) => at)).toEqual([0, 2, 3, 4]);
    expect(foldLines(linesOf('....+')).at(-1)).toEqual({ at: 4, kind: 'added', text: 'line 4' });
  });
});
