import type { Addresses } from './addresses.ts';

/**
 * robots.txt (RFC 9309). Account pages are left to their own `noindex`, which a robot must fetch to see; downloads
 * need a ticket and would only be refused.
 */
export const robots = (addresses: Addresses): string =>
  [
    'User-agent: *',
    'Allow: /',
    'Disallow: /admin',
    'Disallow: /api/v1/admin/',
    'Disallow: /api/v1/download',
    'Disallow: /auth-redirect',
    '',
    `Sitemap: ${addresses.of('/sitemap.xml')}`,
    '',
  ].join('\n');
