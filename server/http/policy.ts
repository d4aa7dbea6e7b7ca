/** The origin of an external static host, from which images and documents are loaded. */
const originOf = (staticBase: string): string[] =>
  staticBase.startsWith('/') ? [] : [new URL(staticBase).origin];

/** The Content-Security-Policy of threats.md, "Policy". `nonce`: only for the account and admin shells. */
export function contentPolicy(staticBase: string, nonce?: string): string {
  const own = originOf(staticBase).join(' ');
  const inline = nonce === undefined ? '' : ` 'nonce-${nonce}'`;
  const withOwn = own === '' ? '' : ` ${own}`;
  return [
    "default-src 'none'",
    `script-src 'self'${inline}`,
    `style-src 'self'${inline}`,
    `img-src 'self' data: blob:${withOwn}`,
    "font-src 'self'",
    `connect-src 'self'${withOwn}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Headers of every response. Pages set their own Content-Security-Policy; this one is for all others. */
export const commonHeaders = (publicUrl: string): Record<string, string> => ({
  'content-security-policy': "default-src 'none';frame-ancestors 'none';base-uri 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  ...(publicUrl.startsWith('https:')
    ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : {}),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
});

/** The same for responses sent before any hook runs: short texts that need no more. */
export const bareHeaders = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none';base-uri 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Permissions-Policy: denies every browser feature that the pages do not use. */
export const permissionsPolicy =
  'accelerometer=(), camera=(), clipboard-read=(), clipboard-write=(self), display-capture=(), fullscreen=(self), ' +
  'geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()';
