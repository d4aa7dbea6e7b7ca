import type { AppError } from '../shared/errors.ts';
import { escapeHtml } from '../shared/escape.ts';
import { translated } from '../shared/messages.ts';
import { languageFor } from './language.ts';

/** The request data that an error page depends on: the URL, and the headers that select the language. */
export interface AskedInBrowser {
  url: string;
  headers: { cookie?: string | undefined; 'accept-language'?: string | undefined };
}

export interface ErrorDocument {
  html: string;
  headers: Record<string, string>;
}

/** Renders the document that a browser shows for a failed link (decisions §10). It never throws. */
export type ErrorPage = (
  error: Pick<AppError, 'code' | 'message'>,
  asked: AskedInBrowser,
) => Promise<ErrorDocument>;

/** A page of a few words for whoever follows a link of a mail, without a script and a session. */
export interface FewWords {
  title: string;
  text: string;
  /** Words of a button, which posts to the page's own address. */
  button?: string | undefined;
  /** Words of the link to the catalogue. */
  home: string;
}

/** Renders it, in the language that the headers select. It never throws. */
export type ShortPage = (words: FewWords, asked: AskedInBrowser) => Promise<ErrorDocument>;

declare module 'fastify' {
  interface FastifyInstance {
    errorPage: ErrorPage;
    shortPage: ShortPage;
  }
}

/** Fallback without built pages. */
export const plainErrorPage: ErrorPage = async ({ code, message }, { headers }) => {
  const language = languageFor(headers);
  const back = escapeHtml(translated('Back to the catalogue', language));
  const html = `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${code} - Vitrine</title><h1>${escapeHtml(message)}</h1><p><a href="/">${back}</a></p></html>`;
  return { html, headers: { 'content-language': language } };
};

/** The form of a page of a few words. */
export const formOf = ({ button }: FewWords): string =>
  button === undefined
    ? ''
    : `<form method="post"><button type="submit">${escapeHtml(button)}</button></form>`;

/** Fallback without built pages. */
export const plainShortPage: ShortPage = async (words, { headers }) => {
  const language = languageFor(headers);
  const [title, text, home] = [words.title, words.text, words.home].map(escapeHtml);
  const html = `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${title}</title>
<main><h1>${title}</h1><p>${text}</p>${formOf(words)}<p><a href="/">${home}</a></p></main></html>`;
  return { html, headers: { 'content-language': language } };
};
