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

declare module 'fastify' {
  interface FastifyInstance {
    errorPage: ErrorPage;
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
