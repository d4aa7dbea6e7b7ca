import type { PageData } from '../../contract/render.ts';
import type { Language } from '../../texts/languages.ts';
import { escapeHtml } from '../shared/escape.ts';
import type { Addresses } from './addresses.ts';

/** The Open Graph protocol names its metadata by `property`; `twitter:` ones are named by `name`. */
const property = ([key, value]: [string, string]): string =>
  `<meta ${key.startsWith('twitter:') ? 'name' : 'property'}="${key}" content="${escapeHtml(value)}">`;

interface Page {
  title: string;
  description: string;
  url: string;
  language: Language;
}

/** What whoever shows a link's preview reads. Nothing for a page that is not there. */
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
