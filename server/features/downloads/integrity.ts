import { fileNameOf } from '../../holdings/paths.ts';

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
