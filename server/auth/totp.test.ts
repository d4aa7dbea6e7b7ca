import { describe, expect, test } from 'vitest';
import { enrolment, newTotpSecret, stepOf } from './totp.ts';

/** RFC 6238, appendix B: the ASCII secret "12345678901234567890", its SHA-1 codes cut to six digits. */
const RFC = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('decisions §2: TOTP', () => {
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('the code of RFC 6238 at second %i belongs to its step', (seconds, code) => {
    expect(stepOf(RFC, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  test('one step early or late is taken as the step that it is, two are not', () => {
    const step = Math.floor(1_234_567_890 / 30);
    const at = (steps: number) => stepOf(RFC, '005924', (step + steps) * 30_000);
    expect([-2, -1, 0, 1, 2].map(at)).toEqual([undefined, step, step, step, undefined]);
  });

  test.each(['', '5924', '0059240', 'abcdef', '００５９２４'])('%j is no code', (code) => {
    expect(stepOf(RFC, code, 1_234_567_890_000)).toBeUndefined();
  });

  test('a secret is 160 bits, each time another', () => {
    expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(newTotpSecret());
  });

  test('names site and person to the app, whatever characters they hold, and draws a plain SVG', () => {
    const { uri, qr } = enrolment(RFC, 'Labor: Süd & "Nord"', 'a+b@example.org');
    const url = new URL(uri);
    expect(url.protocol).toBe('otpauth:');
    expect(url.searchParams.get('secret')).toBe(RFC);
    expect(url.searchParams.get('issuer')).toBe('Labor: Süd & "Nord"');
    expect(decodeURIComponent(url.pathname)).toContain('a+b@example.org');
    expect(qr).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="[\d ]+"><rect [^<>]*\/><path [^<>]*\/><\/svg>$/,
    );
  });
});
