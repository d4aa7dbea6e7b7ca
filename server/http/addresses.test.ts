import { describe, expect, test } from 'vitest';
import { fc } from '../../tests/support/properties.ts';
import { addressKey } from '../shared/address-key.ts';
import { wildcardPath } from './request-heads.ts';

describe('what * stands for in an address', () => {
  const pattern = '/api/v1/download/:datasetId/*';
  const rest = (tail: string) => wildcardPath(`/api/v1/download/some%2Fid/${tail}`, pattern);

  test('any path comes back from its encoded form, raw or encoded slashes', () => {
    const path = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((text) => !/\p{Cc}/u.test(text) && text.isWellFormed());
    fc.assert(
      fc.property(path, (text) => {
        expect(rest(encodeURIComponent(text))).toBe(text);
        expect(rest(text.split('/').map(encodeURIComponent).join('/'))).toBe(text);
      }),
    );
  });

  test('decoded once, never normalised, without the query', () => {
    expect(rest('a/../b')).toBe('a/../b');
    expect(rest('a//b/')).toBe('a//b/');
    expect(rest('%252e%252e')).toBe('%2e%2e');
    expect(rest('a%3Fb?token=x/y')).toBe('a?b');
    expect(rest('a+b')).toBe('a+b');
    expect(wildcardPath('/static/a/b', '/static/*')).toBe('a/b');
  });

  test('threats row 1: what is not well formed → 400', () => {
    for (const tail of ['%', '%zz', '%ff', '%c0%ae', '%ed%a0%80', '%00', 'a%0Ab', '%7f', 'a%1fb'])
      expect(() => rest(tail), tail).toThrow(expect.objectContaining({ code: 400 }));
  });
});

describe('threats row 21: whose requests are counted together', () => {
  test('IPv4 by the address, also inside IPv6; IPv6 by /56', () => {
    expect(addressKey('192.0.2.1')).toBe('192.0.2.1');
    expect(addressKey('::ffff:192.0.2.1')).toBe('192.0.2.1');
    expect(addressKey('::1')).toBe(addressKey('0:0:0:0:0:0:0:1'));
    const home = addressKey('2001:db8:1:ab00::1');
    for (const same of [
      '2001:db8:1:abff::2',
      '2001:DB8:1:ab12:ffff:ffff:ffff:ffff',
      '2001:0db8:0001:ab00:0:0:0:9',
      '2001:db8:1:ab00::1%eth0',
    ])
      expect(addressKey(same), same).toBe(home);
    for (const other of ['2001:db8:1:ac00::1', '2001:db8:2:ab00::1', '2001:db8::1', '2001:db8:1:a00::1'])
      expect(addressKey(other), other).not.toBe(home);
  });

  test('any two IPv6 addresses: the same key exactly when their first 56 bits are the same', () => {
    const group = fc.nat(0xffff);
    const address = fc.tuple(group, group, group, group, group, group, group, group);
    const spell = (groups: number[], short: boolean) => {
      const text = groups.map((value) => value.toString(16)).join(':');
      return short ? text.replace(/(^|:)0(:0)+(:|$)/, '::') : text;
    };
    const prefix = (groups: number[]) =>
      groups
        .slice(0, 4)
        .map((value, i) => (i === 3 ? value >> 8 : value))
        .join();
    fc.assert(
      fc.property(address, address, fc.nat(8), fc.boolean(), (a, b, shared, short) => {
        const other = [...a.slice(0, shared), ...b.slice(shared)];
        expect(addressKey(spell(a, short)) === addressKey(spell(other, !short))).toBe(
          prefix(a) === prefix(other),
        );
      }),
      { numRuns: 500 },
    );
  });
});
