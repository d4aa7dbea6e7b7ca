import type { Dataset } from '../../contract/catalogue.ts';
import { xml } from '../shared/xml.ts';
import type { Addresses } from './addresses.ts';

/** URLs per sitemap (sitemaps.org); a larger catalogue would need a sitemap index. */
const MOST = 50_000;

export interface Listed extends Dataset {
  /** ISO 8601. */
  changedAt: string;
  /** Plain text of its description. */
  plain: string;
}

const entry = (address: string, changedAt: string | undefined): string =>
  `<url><loc>${xml(address)}</loc>${changedAt ? `<lastmod>${changedAt}</lastmod>` : ''}</url>`;

/**
 * Home and the datasets.
 * @param datasets by their last change, newest first
 */
export function sitemap(datasets: readonly Listed[], addresses: Addresses): string {
  const entries = [
    entry(addresses.home, datasets[0]?.changedAt),
    ...datasets.slice(0, MOST - 1).map(({ id, changedAt }) => entry(addresses.dataset(id), changedAt)),
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>\n',
  ].join('\n');
}
