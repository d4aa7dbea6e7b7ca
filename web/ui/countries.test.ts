import { expect, it } from 'vitest';
import { countryChoices, countryName } from './countries.ts';

it('a code is read as a name, and what somebody typed stays', () => {
  expect(['DE', 'de', 'GB', 'Freedonia', ''].map(countryName)).toEqual([
    'Germany',
    'Germany',
    'United Kingdom',
    'Freedonia',
    '',
  ]);
});

it('every code has a name, sorted by it; a stored text is kept among the choices', () => {
  const choices = countryChoices('Freedonia');
  expect(choices).toHaveLength(251);
  expect(choices.slice(0, 3).map(({ label }) => label)).toEqual(['', 'Freedonia', 'Afghanistan']);
  expect(choices.filter(({ value, label }) => value !== '' && value === label)).toEqual([
    { value: 'Freedonia', label: 'Freedonia' },
  ]);
  expect(countryChoices('FR')).toHaveLength(250);
});
