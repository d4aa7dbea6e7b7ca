import { manifestLine } from '../../datasets/index.ts';
import { goneInBatches, inBatches, type Manifest, wordsOf } from './manifest.ts';

/**
 * What `sha256sum -c` reads. Of the whole version without a `since` its SHA-256 is the release hash, so it has no
 * comment then; lines that begin with `#` are skipped by GNU's tool and Perl's.
 */
export function* sha256Manifest(manifest: Manifest): Generator<string> {
  const { since, title } = manifest;
  if (since) yield `# ${title}: files added or changed since ${since.version}\n`;
  yield* goneInBatches(since, (gone) => `# ${wordsOf(gone)}\n`);
  yield* inBatches(manifest, ({ path, sha256 }) => manifestLine({ name: path, sha256 }));
}
