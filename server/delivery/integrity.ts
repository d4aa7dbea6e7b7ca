import type { FoundObject } from '../access/index.ts';
import { fileNameOf } from '../datasets/index.ts';
import { AppError } from '../shared/errors.ts';

/**
 * A line that `sha256sum -c` takes: 64 hex, two spaces, the name; a name with a back-slash or a line break is escaped
 * and the line then starts with a back-slash (GNU coreutils).
 */
export function integrityLine(path: string, sha256: string): { fileName: string; text: string } {
  const name = fileNameOf(path);
  const escaped = name.replace(/\\/g, '\\\\').replace(/\n/g, '\\n').replace(/\r/g, '\\r');
  const mark = escaped === name ? '' : '\\';
  return { fileName: `${name}.sha256`, text: `${mark}${sha256}  ${escaped}\n` };
}

/**
 * The integrity file of an object.
 * @param hashSoon queues the hash of a ZIP
 * @throws AppError 503 while a ZIP's hash is not known yet; the request gives its job priority
 */
export function integrityFile(
  object: FoundObject,
  hashSoon: (object: FoundObject) => void,
): { fileName: string; text: string } {
  if (object.sha256 !== null) return integrityLine(object.path, object.sha256);
  hashSoon(object);
  throw new AppError(503, 'The checksum of this archive is being computed. Please try again in a moment.', {
    retryAfter: 5,
  });
}
