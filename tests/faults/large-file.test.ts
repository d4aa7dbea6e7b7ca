// @module-tag guards
import { expect, test } from 'vitest';
import { describeFigures, largeFileJourney } from '../support/large-file.ts';

const GIB = 1024 ** 3;

// 4 GiB are in large-file.long.test.ts; memory that grows with the file shows with one as well.
test('1 GiB passes through, the same bytes at both ends, in under 100 MB of memory', {
  timeout: 300_000,
}, async () => {
  const figures = await largeFileJourney(GIB);
  console.log(describeFigures(GIB, figures));
  expect(figures.sha256Stored).toBe(figures.sha256Sent);
  expect(figures.sha256Received).toBe(figures.sha256Sent);
  expect(figures.uploadGrowth).toBeLessThan(100e6);
  expect(figures.downloadGrowth).toBeLessThan(100e6);
});
