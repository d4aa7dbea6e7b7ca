import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

/** RFC 6238 as every authenticator app takes it without being told. */
const PERIOD = 30;
const generator = (secret: string, issuer: string, label: string): TOTP =>
  new TOTP({ secret, issuer, label, algorithm: 'SHA1', digits: 6, period: PERIOD });

/** 160 random bits, in base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** What an authenticator app reads: an `otpauth:` URI, and the same as a QR code (an SVG document). */
export function enrolment(secret: string, site: string, username: string): { uri: string; qr: string } {
  const uri = generator(secret, site, username).toString();
  return { uri, qr: renderSVG(uri, { border: 4, ecc: 'M' }) };
}

/**
 * The time step that a code belongs to; undefined for a wrong one. A step to either side is taken too: clocks differ.
 * @param now ms since 1970
 */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  // The library throws on characters of more than one byte.
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = generator(secret, '', '').validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD) + delta;
}
