import { goneInBatches, inBatches, type Manifest, wordsOf, wordsOfPurged } from './manifest.ts';

/**
 * A path as the value of `out`, which aria2 trims and never leaves the folder with: paths have no `..` and no line
 * break. What begins with a space or a hyphen, or is `-`, goes below `./`.
 */
const outOf = (path: string): string => (/^[ -]/.test(path) ? `./${path}` : path);

/** What aria2 makes another name of whatever is done: it takes a space off the end, and fills this word in. */
const isChanged = (path: string): boolean => / $|\$\{HOME\}/.test(path);

/** What `aria2c -i` reads: an address, and below it where it goes and its hash. */
export function* aria2Manifest(manifest: Manifest): Generator<string> {
  const { since, title, urlOf } = manifest;
  if (since) yield `# ${title}: files added or changed since ${since.version}\n`;
  yield* goneInBatches(since, (gone) => `# ${wordsOf(gone)}\n`);
  yield* inBatches(manifest, ({ path, sha256, purged }) => {
    if (purged) return `# ${wordsOfPurged({ path })}\n`;
    const note = isChanged(path) ? '# aria2 saves this one under another name\n' : '';
    return `${note}${urlOf(path, true)}\n out=${outOf(path)}\n checksum=sha-256=${sha256}\n`;
  });
}
