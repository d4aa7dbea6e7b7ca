import { describe, expect, it } from 'vitest';
import { bodyOf, changedValues, valuesOf } from './setting-values.ts';

const setting = {
  name: 'Vitrine',
  shortName: 'Vitrine',
  logo: 'logos/a.webp',
  contact: '',
  copyright: '',
  filings: '',
  wording: 'as specified',
  staticBase: '/static',
} as const;

describe('decisions §7: POST setting takes any of the same fields', () => {
  it('sends what was changed, and never the static base', () => {
    const before = valuesOf(setting);
    expect(before).not.toHaveProperty('staticBase');
    expect(changedValues(before, before)).toEqual({});
    const after = { ...before, wording: 'corrected' as const, logo: '' };
    expect(bodyOf(changedValues(before, after), undefined)).toEqual({ wording: 'corrected', logo: '' });
  });

  it('sends a new logo as the last part of a form, in place of the former path', () => {
    const file = new File(['x'], 'logo.png');
    const body = bodyOf({ name: 'New', logo: '' }, file);
    expect([...(body as FormData).entries()]).toEqual([
      ['name', 'New'],
      ['logo', expect.any(File)],
    ]);
  });
});
