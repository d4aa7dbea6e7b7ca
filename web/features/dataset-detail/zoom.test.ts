import { describe, expect, it } from 'vitest';
import { shareOf, stepped } from './zoom.ts';

describe('look.md, Detail: zoom of the document', () => {
  it('a page of A4 in a column of 880 px', () => {
    expect(shareOf('fit', 880, 595)).toBeCloseTo(1.109, 3);
    expect(shareOf(0.5, 880, 595)).toBe(0.5);
  });
  it('steps from where the column has put it', () => {
    expect(stepped(1.109, 1)).toBe(1.25);
    expect(stepped(1.109, -1)).toBe(1);
    expect(stepped(0.999, 1)).toBe(1.25);
    expect(stepped(4, 1)).toBe(4);
    expect(stepped(6, 1)).toBe(6);
    expect(stepped(0.25, -1)).toBe(0.25);
  });
});
