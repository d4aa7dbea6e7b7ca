import { escapeHtml } from './escape.ts';

/** Escapes text for XML 1.0 content and attributes; removes characters that XML forbids. */
export const xml = (text: string): string =>
  escapeHtml(
    text.toWellFormed().replace(
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML forbids
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g,
      '',
    ),
  );
