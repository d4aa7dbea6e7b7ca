import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dataset } from '../../contract/catalogue.ts';
import { download, downloadInspection } from '../../contract/download.ts';
import type { Code } from '../../contract/envelope.ts';
import { getFile } from '../../contract/files.ts';
import type { Setting } from '../../contract/setting.ts';
import { t as en } from '../../texts/en-error-page.ts';
import { t as enReading } from '../../texts/en-reading.ts';
import type { Language, Translated } from '../../texts/languages.ts';
import { t as zhCN } from '../../texts/zh-CN-error-page.ts';
import {
  contentPolicy,
  type ErrorPage,
  formOf,
  inEachLanguage,
  languageFor,
  languageVary,
  permissionsPolicy,
  type ShortPage,
  wildcardPath,
} from '../http/index.ts';
import { escapeHtml } from '../shared/escape.ts';

type Words = Translated<typeof en>;
const texts: Record<Language, Words> = { en, 'zh-CN': zhCN };

const titles: Partial<Record<Code, keyof Words['titles']>> = {
  401: 'signIn',
  6401: 'signIn',
  403: 'refused',
  404: 'missing',
  410: 'gone',
  429: 'later',
  503: 'later',
  500: 'broken',
};

/** Transient errors: retrying may help. */
const passes: readonly Code[] = [408, 429, 500, 503];

type Shown = Pick<Dataset, 'id' | 'name' | 'version'>;
type Brand = Pick<Setting, 'name' | 'logo' | 'contact' | 'staticBase'>;

interface Content {
  error: { code: Code; message: string };
  /** Path and query of the failed request. */
  url: string;
  words: Words;
  brand: Brand;
  /** The dataset of the link, if visible to visitors. */
  dataset: Shown | undefined;
}

const link = (href: string, text: string): string => `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;

function brandLink({ name, logo, staticBase }: Brand): string {
  const sign = logo
    ? `<img class="logo" src="${escapeHtml(`${staticBase}/${logo}`)}" alt="">`
    : '<svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><rect x="2" y="2" width="20" height="20" rx="5"/><path d="M7 8l5 9 5-9"/></svg>';
  return `<a href="/">${sign}<span>${escapeHtml(name)}</span></a>`;
}

/** Links of the page; the first is the most likely one, and styled as primary. */
function waysOn({ error, url, words, dataset }: Content): string {
  return [
    passes.includes(error.code) ? link(url, words.again) : '',
    dataset
      ? link(
          `/datasetDetail/${encodeURIComponent(dataset.id)}`,
          words.backTo(`${dataset.name} ${dataset.version}`),
        )
      : '',
    link('/', words.home),
  ].join('');
}

function bodyOf(content: Content): string {
  const { error, words } = content;
  const said = `<p>${escapeHtml(error.message)}</p><nav>${waysOn(content)}</nav>`;
  return framed(content, words.titles[titles[error.code] ?? 'other'], said);
}

/** Between the portal's name and its contact. */
function framed({ words, brand }: Pick<Content, 'words' | 'brand'>, title: string, html: string): string {
  const { contact } = brand;
  return [
    `<header><div>${brandLink(brand)}</div></header>`,
    `<main><div><h1>${escapeHtml(title)}</h1>${html}</div></main>`,
    contact
      ? `<footer><address aria-label="${escapeHtml(words.contact)}">${escapeHtml(contact)}</address></footer>`
      : '',
  ].join('');
}

interface Dependencies {
  /** Folder of Vite's build. */
  folder: string;
  setting: () => Promise<Setting>;
  /** As visitors see it; undefined if they do not. */
  dataset: (id: string) => Promise<{ dataset: Shown } | undefined>;
  /** The dataset of a path; `mayKnow`: also of one that visitors are not shown. */
  datasetOfPath: (path: string, mayKnow: boolean) => Promise<string | undefined>;
  staticBase: string;
}

/**
 * Renders the page of a failed link in a browser (decisions §10), and pages of a few words, in the pages' style and
 * language.
 */
export async function errorPages(
  given: Dependencies,
): Promise<{ errorPage: ErrorPage; shortPage: ShortPage }> {
  const { folder, setting, dataset, datasetOfPath, staticBase } = given;
  const documents = await inEachLanguage((language) =>
    readFile(join(folder, `error.${language}.html`), 'utf8'),
  );
  let lastKnown: Brand = { name: enReading.brand, logo: '', contact: '', staticBase };

  /** Falls back to the last known brand: the database may be what failed. */
  async function brandNow(): Promise<Brand> {
    try {
      lastKnown = await setting();
    } catch {
      // The last known brand is good enough for an error.
    }
    return lastKnown;
  }

  /** @param url of a link of any download endpoint */
  async function idBehind(url: string, code: Code): Promise<string | undefined> {
    if (url.startsWith(downloadInspection.path.slice(0, -1))) {
      // 410 is judged after who asks (decisions §1): to a stranger it is never said.
      return datasetOfPath(wildcardPath(url, downloadInspection.path), code === 410);
    }
    const before = [download, getFile]
      .map(({ path }) => path.split(':', 1)[0] ?? '')
      .find((start) => url.startsWith(start));
    if (before === undefined) return undefined;
    return decodeURIComponent(url.slice(before.length).split(/[/?]/, 1)[0] ?? '');
  }

  async function datasetBehind(url: string, code: Code): Promise<Shown | undefined> {
    try {
      const id = await idBehind(url, code);
      return id === undefined ? undefined : (await dataset(id))?.dataset;
    } catch {
      // An invalid URL, or no database: the page omits the dataset.
      return undefined;
    }
  }

  const documentOf = (language: Language, title: string, body: string) => ({
    html: documents[language]
      // Functions: a text may contain a replacement pattern.
      .replace('<!--error-title-->', () => `<title>${escapeHtml(title)}</title>`)
      .replace('<!--error-body-->', () => body),
    headers: {
      'content-security-policy': contentPolicy(staticBase),
      'permissions-policy': permissionsPolicy,
      'content-language': language,
      vary: languageVary,
    },
  });

  return {
    async errorPage(error, { url, headers }) {
      const language = languageFor(headers);
      const words = texts[language];
      const [brand, behind] = await Promise.all([brandNow(), datasetBehind(url, error.code)]);
      const title = words.titles[titles[error.code] ?? 'other'];
      const body = bodyOf({ error, url, words, brand, dataset: behind });
      return documentOf(language, `${title} - ${brand.name}`, body);
    },
    async shortPage(words, { headers }) {
      const language = languageFor(headers);
      const brand = await brandNow();
      const said = `<p>${escapeHtml(words.text)}</p>${formOf(words)}<nav>${link('/', words.home)}</nav>`;
      const body = framed({ words: texts[language], brand }, words.title, said);
      return documentOf(language, `${words.title} - ${brand.name}`, body);
    },
  };
}
