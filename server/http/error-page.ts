import type { AppError } from '../shared/errors.ts';
import { escapeHtml } from '../shared/escape.ts';
import { translated } from '../shared/messages.ts';
import { languageFor } from './language.ts';

/** What a page for an error goes by: the address as it was asked for, and what tells the person's language. */
export interface AskedInBrowser {
  url: string;
  headers: { cookie?: string | undefined; 'accept-language'?: string | undefined };
}

export interface ErrorDocument {
  html: string;
  headers: Record<string, string>;
}

/** Makes the document that a browser shows where it opened a link that failed (decisions §10). It never fails itself. */
export type ErrorPage = (
  error: Pick<AppError, 'code' | 'message'>,
  asked: AskedInBrowser,
) => Promise<ErrorDocument>;

declare module 'fastify' {
  interface FastifyInstance {
    errorPage: ErrorPage;
  }
}

/** Where no pages were built. */
export const plainErrorPage: ErrorPage = async ({ code, message }, { headers }) => {
  const language = languageFor(headers);
  const back = escapeHtml(translated('Back to the catalogue', language));
  const html = `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${code} - Vitrine</title><h1>${escapeHtml(message)}</h1><p><a href="/">${back}</a></p></html>`;
  return { html, headers: { 'content-language': language } };
};
