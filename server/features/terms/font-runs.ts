import { fileURLToPath } from 'node:url';
import { type Font, openSync } from 'fontkit';

const fileIn = (of: string, name: string): string =>
  fileURLToPath(new URL(`../fonts/${name}`, import.meta.resolve(of)));

/** Noto's files, by what they have: Latin, Greek, Cyrillic and Devanagari; and Han with Kana. */
export const fontFiles = {
  letters: fileIn('@embedpdf/fonts-latin', 'NotoSans-Regular.ttf'),
  han: fileIn('@embedpdf/fonts-sc', 'NotoSansHans-Regular.otf'),
} as const;

export type FontName = keyof typeof fontFiles;

/** Text in one font. */
export interface FontRun {
  font: FontName;
  text: string;
}

let opened: [FontName, Font][] | undefined;
/** Opened on first use, once per thread. */
function fonts(): [FontName, Font][] {
  opened ??= (Object.keys(fontFiles) as FontName[]).map((name) => [name, openSync(fontFiles[name]) as Font]);
  return opened;
}

/** What is said in place of a character that no font has: a reader who sees an empty box learns nothing. */
const named = (char: string): string =>
  `[U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;

/** Splits a line of text by the font that has its characters. */
export function fontRuns(line: string): FontRun[] {
  const runs: FontRun[] = [];
  for (const char of line.normalize('NFC').replaceAll('\t', '    ')) {
    const [font] = fonts().find(([, one]) => one.hasGlyphForCodePoint(char.codePointAt(0) ?? 0)) ?? [];
    const run: FontRun = font ? { font, text: char } : { font: 'letters', text: named(char) };
    const last = runs.at(-1);
    if (last?.font === run.font) last.text += run.text;
    else runs.push(run);
  }
  return runs;
}
