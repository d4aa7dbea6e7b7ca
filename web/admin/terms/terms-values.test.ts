import { describe, expect, it } from 'vitest';
import { checkTerms } from './terms-values.ts';

const before = { title: 'Use of the scans', text: 'Do not pass them on.' };
const paths = (...asked: Parameters<typeof checkTerms>) => checkTerms(...asked).map(({ path }) => path);

describe('access.md, "a change is a new version, marked \\"signers must sign again\\" or not"', () => {
  it('new terms have a title and a text', () => {
    expect(paths({ title: ' ', text: '', signAgain: '' }, undefined)).toEqual(['title', 'text']);
    expect(paths({ ...before, signAgain: '' }, undefined)).toEqual([]);
  });

  it('of a new version it is said whether it must be signed again', () => {
    const changed = { ...before, text: 'Pass them on.' };
    expect(paths({ ...changed, signAgain: '' }, before)).toEqual(['signAgain']);
    expect(paths({ ...changed, signAgain: 'no' }, before)).toEqual([]);
  });

  it('a version that changes nothing is none, unless the same is to be signed again', () => {
    expect(paths({ ...before, text: `${before.text}\n`, signAgain: 'no' }, before)).toEqual(['text']);
    expect(paths({ ...before, signAgain: 'yes' }, before)).toEqual([]);
    expect(paths({ ...before, title: 'Use', signAgain: 'no' }, before)).toEqual([]);
  });
});
