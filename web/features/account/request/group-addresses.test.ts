import { describe, expect, it } from 'vitest';
import { CallError } from '../../../api/call.ts';
import { addressesOf, checkAddresses, toLines } from './group-addresses.ts';

describe('access.md, Groups: addresses, one per line', () => {
  it('takes them without empty lines and blanks around them', () => {
    expect(addressesOf(' ada@example.org \n\r\n\nbob@example.org')).toEqual([
      'ada@example.org',
      'bob@example.org',
    ]);
    expect(checkAddresses('ada@example.org\nbob@example.org')).toEqual([]);
  });

  it('names every wrong line by its number', () => {
    const [error] = checkAddresses('ada@example.org\n\nbob\nAda <ada@example.org>');
    expect(error?.path).toBe('addresses');
    expect(error?.message).toContain('Line 3, “bob”');
    expect(error?.message).toContain('Line 4');
    expect(checkAddresses(' \n ')).toHaveLength(1);
    const many = Array.from({ length: 21 }, (_, index) => `n${index}@example.org`).join('\n');
    expect(checkAddresses(many)[0]?.message).toContain('at most 20');
  });

  it('tells the line of an error of the server', () => {
    const error = new CallError(400, 'Bad', [{ path: 'addresses.1', message: 'Wrong.' }]);
    expect((toLines(error, 'a@b.org\n\nc@d.org') as CallError).errors).toEqual([
      { path: 'addresses', message: 'Line 3: Wrong.' },
    ]);
    const whole = new CallError(409, 'Full', [{ path: 'addresses', message: 'Too many.' }]);
    expect((toLines(whole, 'a@b.org') as CallError).errors).toEqual([
      { path: 'addresses', message: 'Too many.' },
    ]);
  });
});
