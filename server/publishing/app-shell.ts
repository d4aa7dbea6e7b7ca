import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Setting } from '../../contract/setting.ts';
import type { Language } from '../../texts/languages.ts';
import { escapeHtml } from '../shared/escape.ts';

/** What Vite put where a nonce belongs. */
const PLACEHOLDER = '__CSP_NONCE__';

/** The document of account and back office, with an answer's nonce, and the site's name, logo and wording in it. */
export type AppShell = (nonce: string, setting: Setting) => string;

/** What the first thing drawn needs of the setting, for web/session/site.ts. */
function attributes({ wording, name, logo, staticBase }: Setting): string {
  const data = { wording, name, ...(logo && { logo: `${staticBase}/${logo}` }) };
  return Object.entries(data)
    .map(([key, value]) => `data-${key}="${escapeHtml(value)}"`)
    .join(' ');
}

/** @param folder where Vite's build lies */
export async function loadAppShell(folder: string, language: Language): Promise<AppShell> {
  const text = await readFile(join(folder, `app.${language}.html`), 'utf8');
  return (nonce, setting) =>
    text
      .replaceAll(PLACEHOLDER, nonce)
      // A function: what somebody named a site may look like a replacement pattern.
      .replace('<html ', () => `<html ${attributes(setting)} `);
}
