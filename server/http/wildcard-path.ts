import { AppError } from '../shared/errors.ts';

/**
 * The part of the path that a pattern's trailing `*` matches, percent-decoded once and never normalised: it is looked
 * up as an exact string (threat 1). Raw and encoded slashes are the same.
 * @throws AppError 400 for invalid percent-encoding or UTF-8, or a control character
 */
export function wildcardPath(rawUrl: string, pattern: string): string {
  const [path = ''] = rawUrl.split('?', 1);
  const before = pattern.slice(0, -1).split('/').length - 1;
  const encoded = path.split('/').slice(before).join('/');
  let decoded: string;
  try {
    decoded = decodeURIComponent(encoded);
  } catch {
    throw new AppError(400, 'The address of this download is not well formed.');
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they never belong into a path
  if (/[\u0000-\u001f\u007f]/.test(decoded)) {
    throw new AppError(400, 'The address of this download is not well formed.');
  }
  return decoded;
}
