import { escapeHtml } from '../../shared/escape.ts';
import { goneInBatches, inBatches, type Manifest, wordsOf, wordsOfPurged } from './manifest.ts';

/** The two code points without a control character's name that XML cannot say (XML 1.0, Char). */
const inXml = (text: string): string => escapeHtml(text.replace(/[\ufffe\uffff]/g, '\ufffd'));

/** Two hyphens end a comment. */
const inComment = (text: string): string => inXml(text).replace(/-(?=-|$)/g, '- ');

/** Metalink 4 (RFC 5854). */
export function* metalinkManifest(manifest: Manifest): Generator<string> {
  const { urlOf, since } = manifest;
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<metalink xmlns="urn:ietf:params:xml:ns:metalink">\n';
  yield* goneInBatches(since, (gone) => `<!-- ${inComment(wordsOf(gone))} -->\n`);
  yield* inBatches(manifest, ({ path, size, sha256, purged }) =>
    // RFC 5854 asks for an address of each file.
    purged
      ? `<!-- ${inComment(wordsOfPurged({ path }))} -->\n`
      : `<file name="${inXml(path)}"><size>${size}</size><hash type="sha-256">${sha256}</hash>` +
        `<url>${escapeHtml(urlOf(path, true))}</url></file>\n`,
  );
  yield '</metalink>\n';
}
