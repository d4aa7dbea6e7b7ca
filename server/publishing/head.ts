import type { PageData } from '../../contract/render.ts';
import { t as en } from '../../texts/en-reading.ts';
import type { Language, Translated } from '../../texts/languages.ts';
import { t as zhCN } from '../../texts/zh-CN-reading.ts';
import { escapeHtml } from '../shared/escape.ts';
import { shorten } from '../shared/words.ts';
import type { Addresses } from './addresses.ts';
import { feedPath } from './feed.ts';
import { describing, formatPath, linkset } from './format-list.ts';
import { openGraph } from './open-graph.ts';

/** Imported explicitly: the server runs without Vite, which selects the language of each page build. */
const texts: Record<Language, Pick<Translated<typeof en>, 'pageTitle' | 'home'>> = { en, 'zh-CN': zhCN };

/** Characters; previews truncate longer ones. */
const DESCRIPTION = 300;

const meta = (name: string, content: string): string =>
  `<meta name="${name}" content="${escapeHtml(content)}">`;

/** §2: '{page title} - {app name}'. */
export function titleOf({ setting, detail }: PageData, language: Language): string {
  const { pageTitle } = texts[language];
  const title =
    detail === undefined
      ? pageTitle.home
      : detail === null
        ? pageTitle.notFound
        : `${detail.dataset.name} ${detail.dataset.version}`;
  return `${title} - ${setting.name}`;
}

/** To what describes a dataset, for who reads no headers (signposting.ts). */
const formatLinks = (id: string): string =>
  [...describing.map((link) => ({ rel: 'describedby', ...link })), { rel: 'linkset', ...linkset }]
    .map(
      ({ rel, type, ...link }) =>
        `<link rel="${rel}" type="${type}" href="${escapeHtml(formatPath({ type, ...link }, id))}">`,
    )
    .join('');

/** The `<head>` of a page, with its metadata. */
export function headOf(data: PageData, url: string, language: Language, to: Addresses): string {
  const { detail } = data;
  const { intro } = texts[language].home;
  const said = detail ? (data.plain.get(detail.dataset.id) ?? '') : '';
  const description = shorten(said, DESCRIPTION) || intro;
  const title = detail ? `${detail.dataset.name} ${detail.dataset.version}` : data.setting.name;
  return [
    `<title>${escapeHtml(titleOf(data, language))}</title>`,
    meta('description', description),
    detail === null ? meta('robots', 'noindex') : `<link rel="canonical" href="${escapeHtml(url)}">`,
    `<link rel="alternate" type="application/atom+xml" title="${escapeHtml(data.setting.name)}" href="${feedPath}">`,
    detail ? formatLinks(detail.dataset.id) : '',
    openGraph(data, { title, description, url, language }, to),
  ].join('');
}
