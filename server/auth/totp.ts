import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

/** The RFC 6238 defaults that every authenticator app assumes. */
const PERIOD = 30;
const generator = (secret: string, issuer: string, label: string): TOTP =>
  new TOTP({ secret, issuer, label, algorithm: 'SHA1', digits: 6, period: PERIOD });

/** 160 random bits, in base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** Enrolment data for an authenticator app: an `otpauth:` URI, and the same as a QR code (an SVG document). */
export function enrolment(secret: string, site: string, username: string): { uri: string; qr: string } {
  const uri = generator(secret, site, username).toString();
  return { uri, qr: renderSVG(uri, { border: 4, ecc: 'M' }) };
}

/**
 * The time step of a code; undefined for a wrong one. One step to either side is accepted: clocks differ.
 * @param now ms since 1970
 */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  // The library throws on multi-byte characters.
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = generator(secret, '', '').validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD) + delta;
}
