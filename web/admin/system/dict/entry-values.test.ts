import { describe, expect, it } from 'vitest';
import { bodyOf, checkEntry, newEntry, valuesOf } from './entry-values.ts';

const entry = {
  dictCode: 'c',
  dictType: 'license',
  dictLabel: 'Zero',
  dictValue: 'CC0-1.0',
  dictSort: -3,
  isDefault: true,
  status: '1',
  remark: 'r',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
} as const;

describe('decisions §7: an entry in a form', () => {
  it('is sent as it was read when nothing is changed', () => {
    const { dictCode, createdAt, updatedAt, ...sent } = entry;
    expect(bodyOf(valuesOf(entry))).toEqual(sent);
  });

  it('leaves an empty order to the server', () => {
    expect(bodyOf({ ...newEntry('license'), dictSort: ' ' })).not.toHaveProperty('dictSort');
    expect(bodyOf({ ...newEntry('license'), dictSort: ' 7 ' })).toHaveProperty('dictSort', 7);
  });

  it('says at once what is missing, and what is no order', () => {
    const paths = (part: object) => checkEntry({ ...valuesOf(entry), ...part }).map(({ path }) => path);
    expect(paths({})).toEqual([]);
    expect(paths({ dictLabel: ' ', dictValue: '', dictType: '' })).toEqual([
      'dictType',
      'dictLabel',
      'dictValue',
    ]);
    for (const dictSort of ['1.5', 'x', '12345678', '--1']) expect(paths({ dictSort })).toEqual(['dictSort']);
  });
});
