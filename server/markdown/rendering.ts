import { escapeHtml } from '../shared/escape.ts';
import { oneLine, shorten } from '../shared/words.ts';

/** Raised when the rules in `render.ts` or a library change what becomes of a text: then all are rendered anew. */
export const RULES = 1;

/** What dataset search engines take of a description, characters. */
const LONGEST_PLAIN = 5_000;

/** What becomes of a description. */
export interface Rendering {
  /** Safe to put into a page. */
  html: string;
  /** The words in one line, for machines; at most 5,000 characters. */
  plain: string;
}

export const plainOf = (words: string): string => shorten(oneLine(words), LONGEST_PLAIN);

/** Of a text that could not be rendered: each line as it was written. */
export function unrendered(source: string): Rendering {
  const lines = source
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return { html: lines.map((line) => `<p>${escapeHtml(line)}</p>`).join(''), plain: plainOf(source) };
}
