import { expect, test } from 'vitest';
import { describeFigures, largeFileJourney } from '../support/large-file.ts';

const SIZE = 4 * 1024 ** 3;

test('4 GiB pass through, the same bytes at both ends, in under 100 MB of memory', async () => {
  const figures = await largeFileJourney(SIZE);
  console.log(describeFigures(SIZE, figures));
  expect(figures.sha256Stored).toBe(figures.sha256Sent);
  expect(figures.sha256Received).toBe(figures.sha256Sent);
  expect(figures.uploadGrowth).toBeLessThan(100e6);
  expect(figures.downloadGrowth).toBeLessThan(100e6);
});
