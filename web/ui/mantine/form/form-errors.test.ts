import { describe, expect, it } from 'vitest';
import { messagesByField, messagesWithoutField, missing, names, withoutEmpty } from './form-errors.ts';

const fields = ['email', 'password', 'subsets'];
const errors = [
  { path: 'email', message: 'first' },
  { path: 'email', message: 'second' },
  { path: 'subsets.0.path', message: 'nested' },
  { path: 'captcha', message: 'robot' },
];

describe('decisions §1: a 400 names the wrong fields by errors[].path', () => {
  it('shows each field its first message, nested ones at their field', () => {
    expect(messagesByField(errors, fields)).toEqual({ email: 'first', subsets: 'nested' });
  });

  it('leaves the rows of a list their own', () => {
    const rows = [
      { path: 'authorList.1.orcid', message: 'wrong' },
      { path: 'authorList.1.orcid', message: 'second' },
      { path: 'authorList', message: 'too many' },
      { path: 'other.0.orcid', message: 'elsewhere' },
    ];
    expect(messagesByField(rows, ['authorList'], ['authorList'])).toEqual({
      'authorList.1.orcid': 'wrong',
      authorList: 'too many',
    });
  });

  it('keeps the rest for the summary', () => {
    expect(messagesWithoutField(errors, fields)).toEqual(['robot']);
  });

  it('tells whether a captcha or a TOTP code is wanted', () => {
    expect(names(errors, 'captcha')).toBe(true);
    expect(names(errors, 'totp')).toBe(false);
    expect(names(undefined, 'totp')).toBe(false);
  });
});

describe('§5 validation before sending', () => {
  it('names what is empty, in order', () => {
    expect(missing({ a: ' ', b: 'x' }, { a: 'Enter a.', b: 'Enter b.', c: 'Enter c.' })).toEqual([
      { path: 'a', message: 'Enter a.' },
      { path: 'c', message: 'Enter c.' },
    ]);
  });

  it('leaves empty optional fields out of the body', () => {
    expect(withoutEmpty({ a: '', b: ' ', c: 'x' })).toEqual({ c: 'x' });
  });
});
