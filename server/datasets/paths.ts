/** Bytes of UTF-8; the rest of a file system's 255 is for `.sha256` and for a browser's temporary suffix. */
const FILE_NAME_BYTES = 220;

const encoder = new TextEncoder();

/** A name as part of an address: letters and digits, lower-case, with hyphens between. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '') || 'dataset';

/** A version number as part of a path. */
const tidyVersion = (version: string): string => version.replace(/[\\/\s]+/g, '-').replace(/^\.+/, '') || '1';

/**
 * The path a dataset gets when none is given: `<slug of the name>/<slug>-<version>.zip` (decisions §4), so that a saved
 * file names its dataset. Only in the file's name an overlong slug is cut.
 */
export function defaultPath(name: string, version: string): string {
  const slug = slugOf(name);
  const tidy = tidyVersion(version);
  const room = new Uint8Array(FILE_NAME_BYTES - encoder.encode(`-${tidy}.zip`).length);
  const short = slug.slice(0, encoder.encodeInto(slug, room).read).replace(/-+$/, '');
  return `${slug}/${short}-${tidy}.zip`;
}

/** The path of a new version whose archive of its own keeps its file name, which is its entry name (releases.md). */
export const pathKeeping = (fileName: string, name: string, version: string): string =>
  `${slugOf(name)}/${tidyVersion(version)}/${fileName}`;

/** The common prefix of the paths of a dataset's subsets, without trailing slash. */
export const folderOf = (datasetPath: string): string => datasetPath.replace(/\.zip$/i, '');

/** A subset's name in its dataset's ZIP: its path relative to the dataset's, or in full when it is not below it. */
export function entryName(datasetPath: string, subsetPath: string): string {
  const base = `${folderOf(datasetPath)}/`;
  return subsetPath.startsWith(base) ? subsetPath.slice(base.length) : subsetPath;
}

export const fileNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const types: Record<string, string> = {
  csv: 'text/csv; charset=utf-8',
  gz: 'application/gzip',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  parquet: 'application/vnd.apache.parquet',
  pdf: 'application/pdf',
  png: 'image/png',
  tar: 'application/x-tar',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  tsv: 'text/tab-separated-values; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  wav: 'audio/wav',
  zip: 'application/zip',
};

/** By the file extension, never by the uploader's claim; anything unlisted (HTML, SVG …) is octet-stream. */
export const contentTypeOf = (fileName: string): string =>
  types[/\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''] ?? 'application/octet-stream';
