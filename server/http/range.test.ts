import { describe, expect, test } from 'vitest';
import { fc } from '../../tests/support/properties.ts';
import { matches, noneMatch, parseRange } from './range.ts';

/** An independent model of RFC 9110 §14.1.2: the bytes 0 … size-1 that a single range selects. */
function model(first: number | undefined, last: number | undefined, size: number): number[] {
  const all = Array.from({ length: size }, (_, i) => i);
  if (first === undefined) return last ? all.slice(-last) : [];
  return all.filter((i) => i >= first && (last === undefined || i <= last));
}

describe('RFC 9110 §14.2: one range', () => {
  test('equals the model for every first, last and size', () => {
    const position = fc.option(fc.nat(30), { nil: undefined });
    fc.assert(
      fc.property(position, position, fc.nat(20), (first, last, size) => {
        const range = parseRange(`bytes=${first ?? ''}-${last ?? ''}`, size);
        const malformed =
          (first === undefined && last === undefined) ||
          (first !== undefined && last !== undefined && last < first);
        const wanted = model(first, last, size);
        // An empty suffix is satisfiable (RFC 9110 §14.1.2), but no Content-Range can express it.
        const nothing = size === 0 && first === undefined && last !== 0;
        if (malformed || nothing) expect(range).toBe('whole');
        else if (wanted.length === 0) expect(range).toBe('unsatisfiable');
        else expect(range).toEqual({ start: wanted[0], end: (wanted.at(-1) ?? 0) + 1 });
      }),
      { numRuns: 2_000 },
    );
  });

  test('whatever text: the whole, unsatisfiable, or a range inside the size', () => {
    const piece = fc.constantFrom(
      'bytes',
      '=',
      '-',
      ',',
      ' ',
      '0',
      '7',
      '99999999999999999999999',
      'x',
      '\t',
      '--',
      '1e3',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((list) => list.join('')),
        ),
        fc.nat(1_000),
        (header, size) => {
          const range = parseRange(header, size);
          if (typeof range === 'string') return;
          expect(range.start).toBeGreaterThanOrEqual(0);
          expect(range.end).toBeGreaterThan(range.start);
          expect(range.end).toBeLessThanOrEqual(size);
          expect(Number.isSafeInteger(range.start) && Number.isSafeInteger(range.end)).toBe(true);
        },
      ),
      { numRuns: 5_000 },
    );
  });

  test('an absent header is the whole; positions beyond 2^53 are beyond any file', () => {
    expect(parseRange(undefined, 10)).toBe('whole');
    expect(parseRange(`bytes=${'9'.repeat(30)}-`, 10)).toBe('unsatisfiable');
    expect(parseRange(`bytes=1-${'9'.repeat(400)}`, 10)).toEqual({ start: 1, end: 10 });
    expect(parseRange(`bytes=-${'9'.repeat(400)}`, 10)).toEqual({ start: 0, end: 10 });
    expect(parseRange('bytes=5-3', 4), 'malformed before it is beyond the end').toBe('whole');
  });
});

describe('RFC 9110 §13.1: entity tags', () => {
  const etag = '"a,b"';
  test('If-None-Match compares weakly, If-Match strongly; commas inside a tag do not part it', () => {
    expect(noneMatch('"x", W/"a,b"', etag)).toBe(false);
    expect(noneMatch('"a", "b"', etag)).toBe(true);
    expect(noneMatch('*', etag)).toBe(false);
    expect(matches('W/"a,b"', etag)).toBe(false);
    expect(matches('"x","a,b"', etag)).toBe(true);
    expect(matches('*', etag)).toBe(true);
    expect(matches('', etag)).toBe(false);
  });
});
