import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Setting } from '../../contract/setting.ts';
import type { Language } from '../../texts/languages.ts';
import { escapeHtml } from '../shared/escape.ts';

/** Vite's placeholder for the nonce. */
const PLACEHOLDER = '__CSP_NONCE__';

/**
 * The HTML document of account pages and back office, with a response's nonce, and the site's name, logo,
 * wording and footer.
 */
export type AppShell = (nonce: string, setting: Setting) => string;

/** The setting's fields for the first paint, read by web/session/site.ts. */
function attributes({ wording, name, logo, staticBase, contact, copyright, filings }: Setting): string {
  const data = { wording, name, ...(logo && { logo: `${staticBase}/${logo}` }), contact, copyright, filings };
  return Object.entries(data)
    .map(([key, value]) => `data-${key}="${escapeHtml(value)}"`)
    .join(' ');
}

/** @param folder of Vite's build */
export async function loadAppShell(folder: string, language: Language): Promise<AppShell> {
  const text = await readFile(join(folder, `app.${language}.html`), 'utf8');
  return (nonce, setting) =>
    text
      .replaceAll(PLACEHOLDER, nonce)
      // A function: a site's name may contain a replacement pattern.
      .replace('<html ', () => `<html ${attributes(setting)} `);
}
