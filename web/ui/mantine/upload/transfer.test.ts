import { describe, expect, it } from 'vitest';
import { formatSeconds, keep, type Sample, secondsLeft, speedOf } from './transfer.ts';

describe('§7 addDataset: what is said while it uploads', () => {
  it('measures the speed over the last five seconds', () => {
    let samples: Sample[] = [];
    for (let second = 0; second <= 20; second++) {
      samples = keep(samples, {
        at: second * 1000,
        sent: second < 10 ? second * 1e6 : 10e6 + (second - 10) * 3e6,
      });
    }
    expect(samples[0]?.at).toBe(15_000);
    expect(speedOf(samples)).toBe(3e6);
  });

  it('says nothing while it knows nothing', () => {
    expect(speedOf([])).toBeUndefined();
    expect(
      speedOf([
        { at: 0, sent: 0 },
        { at: 100, sent: 5 },
      ]),
    ).toBeUndefined();
    expect(secondsLeft(10, undefined)).toBeUndefined();
    expect(secondsLeft(10, 0)).toBeUndefined();
  });

  it('rounds the time left to what one wants to know', () => {
    expect(secondsLeft(7, 2)).toBe(4);
    expect([59, 90, 3600, 5400].map(formatSeconds)).toEqual(['59 s', '2 min', '1 h 0 min', '1 h 30 min']);
  });
});
