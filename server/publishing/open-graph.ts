import type { PageData } from '../../contract/render.ts';
import type { Language } from '../../texts/languages.ts';
import { escapeHtml } from '../shared/escape.ts';
import type { Addresses } from './addresses.ts';

/** Open Graph uses the attribute `property`; `twitter:` uses `name`. */
const property = ([key, value]: [string, string]): string =>
  `<meta ${key.startsWith('twitter:') ? 'name' : 'property'}="${key}" content="${escapeHtml(value)}">`;

interface Page {
  title: string;
  description: string;
  url: string;
  language: Language;
}

/** Metadata for link previews. Empty for a missing page. */
export function openGraph({ setting, detail }: PageData, page: Page, addresses: Addresses): string {
  if (detail === null) return '';
  const samples = detail?.dataset.samples;
  const picture = samples ? addresses.preview(samples) : undefined;
  const facts: [string, string][] = [
    ['og:site_name', setting.name],
    ['og:type', 'website'],
    ['og:title', page.title],
    ['og:description', page.description],
    ['og:url', page.url],
    ['og:locale', page.language === 'en' ? 'en_GB' : page.language.replace('-', '_')],
    ['twitter:card', picture ? 'summary_large_image' : 'summary'],
  ];
  if (picture) {
    facts.push(['og:image', picture.url], ['og:image:alt', page.title]);
    if (picture.width)
      facts.push(['og:image:width', `${picture.width}`], ['og:image:height', `${picture.height}`]);
  }
  return facts.map(property).join('');
}
