import { expect, test } from 'vitest';
import { randomBytes } from '../../tests/support/random.ts';
import { cutIntoParts, MOST_PARTS, partSize } from './parts.ts';

const MiB = 1024 ** 2;

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

test('S3’s limits: parts of 5 MiB to 5 GiB, and 10,000 of them hold more than a tebibyte', () => {
  let sum = 0;
  for (let i = 0; i < MOST_PARTS; i++) {
    expect(partSize(i)).toBeGreaterThanOrEqual(5 * MiB);
    sum += partSize(i);
  }
  expect(partSize(MOST_PARTS - 1)).toBeLessThanOrEqual(512 * MiB);
  expect(sum).toBeGreaterThan(1024 ** 4);
});

test('however the pieces fall, the parts are the same bytes, full but for the last', async () => {
  for (const size of [0, 1, 8 * MiB - 1, 8 * MiB, 8 * MiB + 1, 20_000_000]) {
    const bytes = randomBytes(size);
    for (const piece of [999_983, 8 * MiB, 30_000_000]) {
      const got: Buffer[] = [];
      const lasts: boolean[] = [];
      for await (const { bytes: part, last, release } of cutIntoParts(pieces(bytes, piece))) {
        got.push(Buffer.from(part));
        lasts.push(last);
        release();
      }
      expect(Buffer.concat(got).equals(bytes)).toBe(true);
      expect(lasts.filter(Boolean)).toEqual([true]);
      expect(lasts.at(-1)).toBe(true);
      expect(got.slice(0, -1).every((part) => part.length === partSize(0))).toBe(true);
      expect(got).toHaveLength(Math.max(1, Math.ceil(size / partSize(0))));
    }
  }
});
