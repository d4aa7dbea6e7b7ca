import { type FileHandle, lstat, opendir } from 'node:fs/promises';
import { path as label } from '../../contract/dataset-admin.ts';
import { limits } from '../../contract/limits.ts';
import { AstrayPath, type FileFacts, openWithin } from '../shared/open-in-place.ts';

export interface WalkedFile extends FileFacts {
  /** Relative to the walked folder, with `/`. */
  name: string;
  /** Absolute and resolved. */
  path: string;
}

/** Number of skipped entries, by kind. */
export interface LeftOut {
  dotFiles: number;
  links: number;
  /** Pipes, sockets, devices. */
  special: number;
}

/** The folder cannot be ingested; the message gives the reason and the remedy. */
export class UnusableFolder extends Error {}

/** Files inspected concurrently. */
const AT_ONCE = 200;
/** Names listed in one message. */
const NAMED = 5;

const quoted = (names: readonly string[]): string =>
  names
    .slice(0, NAMED)
    .map((name) => JSON.stringify(name).replace(/[\p{Cc}\p{Cf}\ufffd]/gu, '?'))
    .join(', ');

/**
 * What one entry, or one folder, cannot be read for, with its name: another try would find the same, and the ingests beside
 * it wait for nothing. What has another reason stays as it is.
 */
function explained(error: unknown, what: 'entry' | 'folder', name: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const named = `${what} ${quoted([name])}`;
  if (code === 'EACCES' || code === 'EPERM')
    return new UnusableFolder(`The server may not read the ${named}.`);
  if (code === 'EIO') return new UnusableFolder(`The disk reports an error at the ${named}.`);
  if (error instanceof AstrayPath || code === 'ENOENT' || code === 'ESTALE')
    return new UnusableFolder(`The ${named} was moved while it was read. Try again.`);
  return error;
}

/** Resolves through the folder's descriptor: replacing the path by a link meanwhile has no effect. */
const placeOf = (handle: FileHandle, path: string): string =>
  process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : path;

interface Listed {
  files: WalkedFile[];
  folders: { name: string; path: string }[];
}

/**
 * All regular files of a folder and its folders, in batches. Dot files, links and special files are left out.
 * @param path absolute and resolved
 * @param leftOut counts the skipped entries
 * @throws UnusableFolder for names that cannot be paths, for what cannot be read, and beyond 100,000 files
 */
export async function* walk(
  roots: readonly string[],
  path: string,
  leftOut: LeftOut,
  most: number = limits.filesPerFolder,
): AsyncGenerator<WalkedFile[]> {
  const folders = [{ name: '', path }];
  const refused: string[] = [];
  let count = 0;
  for (let folder = folders.pop(); folder; folder = folders.pop()) {
    for await (const listed of list(roots, folder, leftOut, refused)) {
      folders.push(...listed.folders);
      count += listed.files.length;
      if (count > most) {
        throw new UnusableFolder(
          `This folder has more than ${most.toLocaleString('en')} files. Split it into several subsets.`,
        );
      }
      if (refused.length === 0) yield listed.files;
    }
  }
  if (refused.length > 0) {
    const words = refused.length === 1 ? 'One name' : `${refused.length} names`;
    throw new UnusableFolder(
      `${words} in this folder cannot be a path (control characters, text-direction marks, back-slashes, bytes that are not UTF-8, or over 1,024 bytes): ${quoted(refused)}. Rename and try again.`,
    );
  }
}

async function* list(
  roots: readonly string[],
  folder: { name: string; path: string },
  leftOut: LeftOut,
  refused: string[],
): AsyncGenerator<Listed> {
  const handle = await openWithin(roots, folder.path).catch((error: unknown) => {
    throw explained(error, 'folder', folder.name);
  });
  try {
    const place = placeOf(handle, folder.path);
    let names: string[] = [];
    const listed = async (): Promise<Listed> => {
      const found = await Promise.all(names.map((name) => seen(place, folder, name)));
      names = [];
      const result: Listed = { files: [], folders: [] };
      for (const one of found) {
        if (one === 'link') leftOut.links++;
        else if (one === 'special') leftOut.special++;
        else if (one !== 'gone') {
          if (!label.safeParse(one.name).success) refused.push(one.name);
          else if ('size' in one) result.files.push(one);
          else result.folders.push(one);
        }
      }
      return result;
    };
    for await (const { name } of await opendir(place, { bufferSize: AT_ONCE })) {
      if (name.startsWith('.')) leftOut.dotFiles++;
      else if (names.push(name) >= AT_ONCE) yield await listed();
    }
    yield await listed();
  } catch (error) {
    throw explained(error, 'folder', folder.name);
  } finally {
    await handle.close();
  }
}

async function seen(
  place: string,
  folder: { name: string; path: string },
  own: string,
): Promise<WalkedFile | { name: string; path: string } | 'link' | 'special' | 'gone'> {
  const name = folder.name === '' ? own : `${folder.name}/${own}`;
  const path = `${folder.path}/${own}`;
  // A name that is not UTF-8 cannot be opened by Node's decoded form.
  if (own.includes('\ufffd')) return { name, path };
  try {
    const stat = await lstat(`${place}/${own}`, { bigint: true });
    if (stat.isSymbolicLink()) return 'link';
    if (stat.isDirectory()) return { name, path };
    if (!stat.isFile()) return 'special';
    return { name, path, size: Number(stat.size), mtimeUs: Number(stat.mtimeNs / 1_000n) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'gone';
    throw explained(error, 'entry', name);
  }
}

/** Describes the skipped entries; empty when there are none. */
export function leftOutWords({ dotFiles, links, special }: LeftOut): string {
  const parts = [
    dotFiles > 0 ? `${dotFiles} dot ${dotFiles === 1 ? 'file' : 'files'}` : '',
    links > 0 ? `${links} ${links === 1 ? 'link' : 'links'}` : '',
    special > 0 ? `${special} special ${special === 1 ? 'file' : 'files'}` : '',
  ].filter(Boolean);
  return parts.length === 0 ? '' : `Left out: ${parts.join(', ')}.`;
}
