/** Control and text-direction characters: a name with them could show another extension than it has. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: taking them out is the point
const TRICKS = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** RFC 6266: an ASCII fallback, and the real name as RFC 8187 when it differs. One valid header for every name. */
export function contentDisposition(fileName: string): string {
  const name = fileName.replace(TRICKS, '').toWellFormed() || 'download';
  const ascii = name.replace(/[^\x20-\x7e]/g, '_');
  const quoted = ascii.replace(/["\\]/g, '\\$&');
  const simple = `attachment; filename="${quoted}"`;
  // Some clients decode percent signs or stop at quotes in the plain form: give them the exact one too.
  if (ascii === name && !/["\\%]/.test(name)) return simple;
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${simple}; filename*=UTF-8''${encoded}`;
}
