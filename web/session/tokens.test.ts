import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearToken, endUserSession, readSpan, readToken, writeToken } from './tokens.ts';

const written: string[] = [];
const cleared = vi.fn();
let cookies = '';

beforeEach(() => {
  written.length = 0;
  cookies = '';
  vi.stubGlobal('document', {
    get cookie() {
      return cookies;
    },
    set cookie(text: string) {
      written.push(text);
    },
  });
  vi.stubGlobal('location', { protocol: 'http:' });
  vi.stubGlobal('localStorage', { clear: cleared });
});
afterEach(() => vi.unstubAllGlobals());

describe('§4 tokens are kept in cookies', () => {
  it('decisions §2: two cookies with their paths, SameSite=Strict', () => {
    vi.useFakeTimers({ now: Date.parse('2030-01-01T00:00:00Z') });
    writeToken('user', 'abc');
    writeToken('admin', 'xyz');
    vi.useRealTimers();
    expect(written.filter((cookie) => !cookie.includes('-Expires='))).toEqual([
      'Portal-Token=abc; Path=/; Expires=Tue, 08 Jan 2030 00:00:00 GMT; SameSite=Strict',
      'Portal-Admin-Token=xyz; Path=/admin; Expires=Tue, 01 Jan 2030 12:00:00 GMT; SameSite=Strict',
    ]);
  });
  it('beside each: from when to when it lasts, by this clock, and never longer than a token can', () => {
    vi.useFakeTimers({ now: 1_000_000_000_000 });
    const spanOf = (identity: 'user' | 'admin', expiresAt?: string) => {
      written.length = 0;
      writeToken(identity, 'abc', expiresAt);
      cookies = written.map((cookie) => cookie.split(';')[0]).join('; ');
      const { from, until } = readSpan(identity) ?? { from: 0, until: 0 };
      expect(from).toBe(1_000_000_000_000);
      return until - from;
    };
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    expect(spanOf('user', inMinutes(20))).toBe(20 * 60_000);
    expect(spanOf('admin', inMinutes(4))).toBe(4 * 60_000);
    // With a differing clock, or without an expiry: the full lifetime.
    expect(spanOf('user', inMinutes(180))).toBe(60 * 60_000);
    expect(spanOf('user', inMinutes(-5))).toBe(60 * 60_000);
    expect(spanOf('admin')).toBe(15 * 60_000);
    vi.useRealTimers();
  });
  it('Secure under https', () => {
    vi.stubGlobal('location', { protocol: 'https:' });
    writeToken('user', 'abc');
    expect(written[0]).toMatch(/; Secure$/);
  });
  it('reads the right one, and none when empty or absent', () => {
    cookies = 'x=1; Portal-Admin-Token=a.b; Portal-Token=u';
    expect([readToken('user'), readToken('admin')]).toEqual(['u', 'a.b']);
    cookies = 'Portal-Token=';
    expect([readToken('user'), readToken('admin')]).toEqual([undefined, undefined]);
  });
  it('logout removes the cookie and clears all local storage', () => {
    endUserSession();
    expect(written[0]).toMatch(/^Portal-Token=; Path=\/; Expires=Thu, 01 Jan 1970/);
    expect(cleared).toHaveBeenCalledOnce();
  });
  it('clearing one leaves the other', () => {
    clearToken('admin');
    expect(written).toHaveLength(2);
    expect(written[0]).toMatch(/^Portal-Admin-Token=; Path=\/admin;/);
    expect(written[1]).toMatch(/^Portal-Admin-Token-Expires=; Path=\/admin;/);
  });
});
