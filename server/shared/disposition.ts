import { TRICKS } from '../../contract/characters.ts';

const tricks = new RegExp(`[${TRICKS}]`, 'gu');

/** RFC 6266: an ASCII fallback, and the real name as RFC 8187 when it differs. One valid header for every name. */
export function contentDisposition(fileName: string): string {
  const name = fileName.replace(tricks, '').toWellFormed() || 'download';
  const ascii = name.replace(/[^\x20-\x7e]/g, '_');
  const quoted = ascii.replace(/["\\]/g, '\\$&');
  const simple = `attachment; filename="${quoted}"`;
  // Some clients percent-decode the plain form or end it at a quote: they get the exact name, too.
  if (ascii === name && !/["\\%]/.test(name)) return simple;
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${simple}; filename*=UTF-8''${encoded}`;
}
