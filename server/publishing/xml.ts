import { escapeHtml } from '../shared/escape.ts';

/** Text for XML 1.0 content and attributes: what no XML document may hold, however written, is left out. */
export const xml = (text: string): string =>
  escapeHtml(
    text.toWellFormed().replace(
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML forbids
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g,
      '',
    ),
  );
