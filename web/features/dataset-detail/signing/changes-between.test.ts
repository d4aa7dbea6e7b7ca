import { expect, it } from 'vitest';
import { changesBetween } from './changes-between.ts';

it('access.md: what differs between the text that was read and the one that came meanwhile', () => {
  expect(changesBetween('Cite us.\nNo resale.', 'Cite us.\nNo resale.\nReport faults.')).toEqual([
    { kind: 'same', text: 'Cite us.' },
    { kind: 'same', text: 'No resale.' },
    { kind: 'added', text: 'Report faults.' },
  ]);
  expect(changesBetween('Cite us.\n\nNo resale.', 'Cite the paper.\r\n\r\nNo resale.')).toEqual([
    { kind: 'removed', text: 'Cite us.' },
    { kind: 'added', text: 'Cite the paper.' },
    { kind: 'same', text: '' },
    { kind: 'same', text: 'No resale.' },
  ]);
  expect(changesBetween('One.', 'One.').every(({ kind }) => kind === 'same')).toBe(true);
});

it('of texts too different to compare in time: all of both, rather than a page that stands still', () => {
  const text = (seed: number) =>
    Array.from({ length: 25_000 }, (_, line) => String(((line * seed) % 9_973) % 97)).join('\n');
  const began = performance.now();
  const changes = changesBetween(text(7_919), text(6_101));
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(
    changes
      .filter(({ kind }) => kind !== 'removed')
      .map(({ text: line }) => line)
      .join('\n'),
  ).toBe(text(6_101));
});
