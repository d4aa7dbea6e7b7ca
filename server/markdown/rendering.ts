import { escapeHtml } from '../shared/escape.ts';
import { oneLine, shorten } from '../shared/words.ts';

/** Incremented when the rules in `render.ts` or a library change the result: then all texts are rendered again. */
export const RULES = 1;

/** Longest description that dataset search engines read, in characters. */
const LONGEST_PLAIN = 5_000;

/** A rendered description. */
export interface Rendering {
  /** Safe to put into a page. */
  html: string;
  /** Plain text in one line, for machines; at most 5,000 characters. */
  plain: string;
}

export const plainOf = (words: string): string => shorten(oneLine(words), LONGEST_PLAIN);

/** Fallback of a text that could not be rendered: its lines, escaped. */
export function unrendered(source: string): Rendering {
  const lines = source
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return { html: lines.map((line) => `<p>${escapeHtml(line)}</p>`).join(''), plain: plainOf(source) };
}
