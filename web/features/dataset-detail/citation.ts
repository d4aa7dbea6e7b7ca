import { tDataset } from '#texts/dataset';
import { type Creator, creatorsOf } from '../../../contract/creators.ts';
import { doiUrl } from '../../../contract/identifier-urls.ts';
import type { Identifiers } from '../../../contract/releases.ts';

/** The data of a citation. */
export interface Work {
  name: string;
  version: string;
  /** `Family, Given; Family, Given`; a name without a comma is an institution's. */
  authors: string;
  /** The same with identifiers; where it is not empty, it alone counts. */
  authorList?: Identifiers['authorList'];
  /** Without `https://doi.org/`; empty or absent: none. */
  doi?: string;
  /** ISO 8601; null when never published. */
  publishedAt: string | null;
  publisher: string;
  /** Absolute permanent URL of this version. */
  url: string;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const makersOf = ({ authors, authorList }: Work): Creator[] => creatorsOf(authors, authorList);

/** Where it is found: by its DOI, if it has one. */
const addressOf = ({ doi, url }: Work): string => (doi ? doiUrl(doi) : url);

const yearOf = ({ publishedAt }: Work): string => publishedAt?.slice(0, 4) ?? '';

/** `Anna-Maria J.` → `A.-M. J.` */
const initials = (given: string): string =>
  given
    .split(/\s+/)
    .map((name) =>
      name
        .split('-')
        .map((part) => (part === '' ? '' : `${[...part][0]?.toUpperCase()}.`))
        .join('-'),
    )
    .join(' ');

const apaName = ({ family, given }: Creator): string => (given ? `${family}, ${initials(given)}` : family);

/** APA 7 §9.8: lists up to 20 authors; of more, the first 19 and the last. */
function apaAuthors(authors: Creator[]): string {
  const names = authors.map(apaName);
  if (names.length > 20) return `${names.slice(0, 19).join(', ')}, . . . ${names.at(-1)}`;
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')}, & ${names.at(-1)}`;
}

const ended = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`);

/** APA 7 §10.9, a data set; without authors the title comes first. */
export function apa(work: Work): string {
  const { cite } = tDataset;
  const title = `${oneLine(work.name)} (${cite.version} ${oneLine(work.version)}) [${cite.kind}]`;
  const year = `(${yearOf(work) || cite.undated}).`;
  const authors = apaAuthors(makersOf(work));
  const head = authors ? [ended(authors), year, `${title}.`] : [`${title}.`, year];
  return [...head, ended(oneLine(work.publisher)), addressOf(work)].join(' ');
}

const bibtexMarks: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

/** Escapes TeX's special characters. */
const bibtexText = (text: string): string =>
  oneLine(text).replace(/[\\{}#$%&_~^]/g, (mark) => bibtexMarks[mark] ?? `\\${mark}`);

/** An author, with `{}` around parts that BibTeX would split: "and" separates authors, a comma names. */
const bibtexName = ({ family, given }: Creator): string =>
  given ? `${bibtexPart(family)}, ${bibtexPart(given)}` : `{${bibtexText(family)}}`;
const bibtexPart = (part: string): string =>
  /,|\band\b/i.test(part) ? `{${bibtexText(part)}}` : bibtexText(part);

/** Reduces to ASCII letters and digits, which every tool accepts. */
const ascii = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]/g, '')
    .toLowerCase();

/** `lovelace2026brain`; words without ASCII letters are dropped. */
export function citeKey(work: Work): string {
  const family = ascii(makersOf(work)[0]?.family ?? '');
  const word = ascii(work.name.trim().split(/\s+/)[0] ?? '');
  return `${family}${yearOf(work)}${word}` || 'dataset';
}

/** `url` is read verbatim, so `%` and `_` stay; what would end the field is percent-encoded. */
const bibtexUrl = (url: string): string => url.replace(/[{}\\\s]/g, encodeURIComponent);

/** BibLaTeX's `@dataset`, which BibTeX's styles treat as `@misc`. */
export function bibtex(work: Work): string {
  const authors = makersOf(work).map(bibtexName).join(' and ');
  const fields: [string, string][] = [
    ['author', authors],
    // Double braces: title-casing styles leave it unchanged.
    ['title', `{${bibtexText(work.name)}}`],
    ['year', yearOf(work)],
    ['version', bibtexText(work.version)],
    ['publisher', bibtexText(work.publisher)],
    // Verbatim in BibLaTeX, as `url` is.
    ['doi', bibtexUrl(work.doi ?? '')],
    ['url', bibtexUrl(addressOf(work))],
  ];
  const lines = fields.filter(([, value]) => value !== '').map(([name, value]) => `  ${name} = {${value}}`);
  return `@dataset{${citeKey(work)},\n${lines.join(',\n')}\n}\n`;
}

/** RIS, as reference managers read it; lines end in CR LF. */
export function ris(work: Work): string {
  const lines: [string, string][] = [
    ['TY', 'DATA'],
    ...makersOf(work).map(({ family, given }): [string, string] => [
      'AU',
      given ? `${family}, ${given}` : family,
    ]),
    ['TI', oneLine(work.name)],
    ['PY', yearOf(work)],
    ['DA', work.publishedAt?.slice(0, 10).replaceAll('-', '/') ?? ''],
    ['ET', oneLine(work.version)],
    ['PB', oneLine(work.publisher)],
    ['DO', work.doi ?? ''],
    ['UR', addressOf(work)],
  ];
  const said = lines.filter(([, value]) => value !== '').map(([tag, value]) => `${tag}  - ${value}`);
  return `${[...said, 'ER  - '].join('\r\n')}\r\n`;
}

/** CSL-JSON 1.0: a list of one item. */
export function cslJson(work: Work): string {
  const authors = makersOf(work).map(({ family, given }) =>
    given ? { family, given } : { literal: family },
  );
  const item = {
    id: citeKey(work),
    type: 'dataset',
    title: oneLine(work.name),
    ...(authors.length > 0 && { author: authors }),
    ...(work.publishedAt && {
      issued: { 'date-parts': [work.publishedAt.slice(0, 10).split('-').map(Number)] },
    }),
    version: oneLine(work.version),
    publisher: oneLine(work.publisher),
    ...(work.doi && { DOI: work.doi }),
    URL: addressOf(work),
  };
  return `${JSON.stringify([item], null, 2)}\n`;
}
