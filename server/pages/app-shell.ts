import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Setting } from '../../contract/setting.ts';
import type { Language } from '../../texts/languages.ts';

/** What Vite put where a nonce belongs. */
const PLACEHOLDER = '__CSP_NONCE__';

/** The document of account and back office, with an answer's nonce and the chosen wording in it. */
export type AppShell = (nonce: string, wording: Setting['wording']) => string;

/** @param folder where Vite's build lies */
export async function loadAppShell(folder: string, language: Language): Promise<AppShell> {
  const text = await readFile(join(folder, `app.${language}.html`), 'utf8');
  return (nonce, wording) =>
    text.replace('<html ', `<html data-wording="${wording}" `).replaceAll(PLACEHOLDER, nonce);
}
