import { describe, expect, test } from 'vitest';
import { fc } from '../../tests/support/properties.ts';
import { coveredFiles, withBits } from './sent-files.ts';
import { merge, type Span } from './spans.ts';

const sizes = fc.array(fc.nat(4), { minLength: 1, maxLength: 30 });
const span = fc.tuple(fc.nat(60), fc.nat(12)).map(([start, length]): Span => [start, start + length]);

/** The positions in spans, one by one. */
const positions = (spans: readonly Span[]) =>
  new Set(spans.flatMap(([start, end]) => Array.from({ length: end - start }, (_, i) => start + i)));

describe('releases "Record": files sent whole', () => {
  test('those whose every byte the spans hold, and none of no bytes; the rest is what belongs to others', () =>
    fc.assert(
      fc.property(sizes, fc.array(span), (some, spans) => {
        const offsets = Float64Array.from(
          [0, ...some].map((_, i) => some.slice(0, i).reduce((a, b) => a + b, 0)),
        );
        const merged = merge(spans);
        const sent = positions(merged);
        const bytesOf = (i: number) => Array.from({ length: some[i] ?? 0 }, (_, n) => (offsets[i] ?? 0) + n);
        const expected = some.flatMap((size, i) =>
          size > 0 && bytesOf(i).every((at) => sent.has(at)) ? [i] : [],
        );
        const { whole, rest } = coveredFiles(merged, offsets);
        expect(whole).toEqual(expected);
        for (const at of whole.flatMap(bytesOf)) sent.delete(at);
        expect(positions(rest)).toEqual(sent);
      }),
      { numRuns: 2_000 },
    ));

  test('a bit for each; merged by OR; complete with the last one', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.array(fc.array(fc.nat(49))), (count, rounds) => {
        let bitmap = '';
        const seen = new Set<number>();
        for (const round of rounds) {
          const whole = round.filter((i) => i < count);
          for (const i of whole) seen.add(i);
          const found = withBits(bitmap, whole, count);
          bitmap = found.bitmap;
          const bits = Buffer.from(bitmap, 'base64');
          expect(bits).toHaveLength(Math.ceil(count / 8));
          for (let i = 0; i < count; i++)
            expect(((bits[i >> 3] ?? 0) >> (i & 7)) & 1).toBe(seen.has(i) ? 1 : 0);
          expect(found.complete).toBe(seen.size === count);
        }
      }),
    ));
});
