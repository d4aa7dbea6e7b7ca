import { createHash } from 'node:crypto';

/** A file of a version: its name in the ZIP and its hash, lower-case hex. */
export interface HashedFile {
  name: string;
  sha256: string;
}

/** Lines hashed between two yields to the event loop. */
const STEP = 4_096;

/**
 * A line that `sha256sum -c` takes: 64 hex, two spaces, the name; a name with a back-slash or a line break is escaped
 * and the line then starts with a back-slash (GNU coreutils). A file named `-` would be standard input.
 */
export function manifestLine({ name, sha256 }: HashedFile): string {
  if (name === '-') return `${sha256}  ./-\n`;
  const escaped = name.replace(/\\/g, '\\\\').replace(/\n/g, '\\n').replace(/\r/g, '\\r');
  return `${escaped === name ? '' : '\\'}${sha256}  ${escaped}\n`;
}

/**
 * The release hash: SHA-256 of the `sha256` manifest, whose lines are in the order of their names' UTF-8 bytes
 * (releases.md). Anybody can compute it from the files.
 * @param files in that order
 */
export async function releaseHash(files: Iterable<HashedFile>): Promise<string> {
  const hash = createHash('sha256');
  let lines: string[] = [];
  for (const file of files) {
    lines.push(manifestLine(file));
    if (lines.length < STEP) continue;
    hash.update(lines.join(''));
    lines = [];
    await new Promise(setImmediate);
  }
  return hash.update(lines.join('')).digest('hex');
}
