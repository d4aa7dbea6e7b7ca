import { t } from '#texts/reading';
import type { Setting } from '../../contract/setting.ts';

/** The site's name from the document's attributes, in account pages and back office; else the short brand name. */
export const siteName = (): string => document.documentElement.dataset.name || t.brand;

/** The URL of the site's logo; undefined: the built-in logo. */
export const siteLogo = (): string | undefined => document.documentElement.dataset.logo || undefined;

/** The texts of the footer. */
export function siteFooter(): Pick<Setting, 'contact' | 'copyright' | 'filings'> {
  const { contact = '', copyright = '', filings = '' } = document.documentElement.dataset;
  return { contact, copyright, filings };
}
