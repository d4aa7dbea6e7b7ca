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
 * and the line then starts with a back-slash (GNU coreutils).
 */
export function manifestLine({ name, sha256 }: HashedFile): string {
  const escaped = name.replace(/\\/g, '\\\\').replace(/\n/g, '\\n').replace(/\r/g, '\\r');
  return `${escaped === name ? '' : '\\'}${sha256}  ${escaped}\n`;
}

/**
 * The release hash: SHA-256 of the `sha256` manifest, whose lines are in the order of their names' UTF-8 bytes
 * (releases.md). Anybody can compute it from the files.
 */
export async function releaseHash(files: readonly HashedFile[]): Promise<string> {
  const named = files.map((file) => ({ file, bytes: Buffer.from(file.name) }));
  named.sort((a, b) => Buffer.compare(a.bytes, b.bytes));
  const hash = createHash('sha256');
  for (let at = 0; at < named.length; at += STEP) {
    const lines = named.slice(at, at + STEP).map(({ file }) => manifestLine(file));
    hash.update(lines.join(''));
    await new Promise(setImmediate);
  }
  return hash.digest('hex');
}
