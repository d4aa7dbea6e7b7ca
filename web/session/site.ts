import { t } from '#texts/reading';

/** The site's name, as the server put it into the document of account and back office; else the short brand name. */
export const siteName = (): string => document.documentElement.dataset.name || t.brand;

/** The address of the site's logo; undefined: the portal's own mark stands in its place. */
export const siteLogo = (): string | undefined => document.documentElement.dataset.logo || undefined;
