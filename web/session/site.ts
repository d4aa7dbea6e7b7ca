import { t } from '#texts/reading';

/** The site's name from the document's attributes, in account pages and back office; else the short brand name. */
export const siteName = (): string => document.documentElement.dataset.name || t.brand;

/** The URL of the site's logo; undefined: the built-in logo. */
export const siteLogo = (): string | undefined => document.documentElement.dataset.logo || undefined;
