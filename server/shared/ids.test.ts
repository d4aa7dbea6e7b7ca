import { expect, test } from 'vitest';
import { csvLines } from './csv.ts';
import { newId } from './ids.ts';

test('decisions §6, threat 29: an id stands in an export as it is, safe from formulas as cells are', () => {
  const ids = Array.from({ length: 10_000 }, newId);
  expect(csvLines([{ id: '-1+1' }], ['id'])).toBe("'-1+1\r\n");
  const rows = ids.map((id) => ({ id }));
  expect(csvLines(rows, ['id']).trimEnd().split('\r\n')).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});
