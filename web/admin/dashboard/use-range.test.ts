import { describe, expect, it } from 'vitest';
import { readRange } from './use-range.ts';

const now = new Date('2026-03-10T12:00:00Z');
const read = (search: string) => readRange(new URLSearchParams(search), now);

describe('issue 6, dashboard: the range is in the address', () => {
  it('the last 30 days, today included, unless it says something else', () => {
    expect(read('')).toEqual({ range: '30d', days: { from: '2026-02-09', to: '2026-03-11' } });
    expect(read('range=90d').days).toEqual({ from: '2025-12-11', to: '2026-03-11' });
    expect(read('range=year').days).toEqual({ from: '2026-01-01', to: '2026-03-11' });
  });

  it('days of one’s own, `to` excluded as on the wire', () => {
    expect(read('from=2026-01-05&to=2026-01-06&range=7d')).toEqual({
      range: undefined,
      days: { from: '2026-01-05', to: '2026-01-06' },
    });
  });

  it.each([
    'range=century',
    'from=2026-01-05',
    'from=2026-01-05&to=2026-01-05',
    'from=2026-02-30&to=2026-03-05',
    'from=1990-01-01&to=2026-01-01',
    'from=x&to=y',
  ])('%s counts as absent', (search) => {
    expect(read(search).range).toBe('30d');
  });
});
