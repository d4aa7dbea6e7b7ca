import { goneInBatches, inBatches, type Manifest, wordsOf, wordsOfPurged } from './manifest.ts';
import { tarOf } from './tar.ts';

/**
 * A path in a bag's lists. RFC 8493 percent-encodes line breaks and the percent sign; names have no line break, and
 * the reference tool (PyPI's bagit) decodes line breaks alone, so that `%` is encoded where a decoder would see one of
 * the three codes, and nowhere else: both then read every name (docs/decisions/0034).
 */
const inList = (path: string): string => `data/${path.replace(/%(?=0[AD]|25)/gi, '%25')}`;

/** Bytes of a text, counted in turns with everything else. */
async function sizeOf(text: Iterable<string>): Promise<number> {
  let size = 0;
  for (const piece of text) {
    size += Buffer.byteLength(piece);
    await new Promise(setImmediate);
  }
  return size;
}

/** Bytes of a folder's name in a tar's header. */
const LONGEST = 155;

/**
 * A bag (RFC 8493) without its files, as a tar of one folder: `fetch.txt` says where they are, and the bag is complete
 * when each lies below `data/`.
 * @param published ms since 1970
 */
export async function bagitManifest(manifest: Manifest, published: number): Promise<() => Generator<string>> {
  const { title, page, name, dataset, release, since, list, purged, urlOf } = manifest;
  // A bag is complete when all of it is there: what cannot be fetched is none of its payload.
  const files = Array.from(manifest.files).filter((index) => !purged.has(index));
  const gone = Array.from(manifest.files).filter((index) => purged.has(index));
  const size = files.reduce((sum, index) => sum + (list.sizes[index] ?? 0), 0);
  const payload = { list, files, purged };
  const info = [
    'Bagging-Software: Vitrine',
    `Bagging-Date: ${new Date(published).toISOString().slice(0, 10)}`,
    `Payload-Oxum: ${size}.${files.length}`,
    `External-Identifier: ${page}`,
    `External-Description: ${title}`,
    `Release-Hash: ${release}`,
    ...(since ? [`Changes-Since: ${since.version}`] : []),
  ];
  const texts: Record<string, () => Iterable<string>> = {
    'bagit.txt': () => ['BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n'],
    *'bag-info.txt'() {
      yield `${info.join('\n')}\n`;
      yield* goneInBatches(since, (one) => `No-Longer-There: ${wordsOf(one)}\n`);
      yield* inBatches({ list, files: gone, purged }, (one) => `No-Longer-There: ${wordsOfPurged(one)}\n`);
    },
    'manifest-sha256.txt': () => inBatches(payload, ({ path, sha256 }) => `${sha256}  ${inList(path)}\n`),
    'fetch.txt': () =>
      inBatches(payload, (file) => `${urlOf(file.path, true)} ${file.size} ${inList(file.path)}\n`),
  };
  const members: { name: string; size: number; text: () => Iterable<string> }[] = [];
  for (const [file, text] of Object.entries(texts))
    members.push({ name: file, size: await sizeOf(text()), text });
  const folder = Buffer.byteLength(name) > LONGEST ? dataset.id : name;
  return () =>
    tarOf(
      folder,
      members.map((member) => ({ ...member, text: member.text() })),
      Math.floor(published / 1_000),
    );
}
