import type { Addresses } from './addresses.ts';

/**
 * robots.txt (RFC 9309). Account pages are allowed, since a robot must fetch them to see their `noindex`; downloads
 * need a ticket and would only be refused.
 */
export const robots = (addresses: Addresses): string =>
  [
    'User-agent: *',
    'Allow: /',
    'Disallow: /admin',
    'Disallow: /api/v1/admin/',
    'Disallow: /api/v1/download',
    'Disallow: /api/v1/file',
    'Disallow: /auth-redirect',
    '',
    `Sitemap: ${addresses.of('/sitemap.xml')}`,
    '',
  ].join('\n');
