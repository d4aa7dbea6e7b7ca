import { lstat, readdir, stat } from 'node:fs/promises';
import type { ImportEntry } from '../../../contract/sources.ts';
import { notThere, openNamed } from '../../ingest/index.ts';
import { AppError } from '../../shared/errors.ts';

/** Entries inspected concurrently. */
const AT_ONCE = 64;
/** Entries of one response; a page could not show more. */
const MOST = 10_000;

interface Listing {
  path: string;
  entries: ImportEntry[];
}

/** By the names' UTF-16 code units, as in archives. */
const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * @param place path to open the entries by: through the folder's descriptor where the system supports it
 * @param path the folder's own path, for the entries' names
 */
async function entryOf(place: string, path: string, name: string): Promise<ImportEntry | undefined> {
  const found = await lstat(`${place}/${name}`).catch(() => undefined);
  if (!found?.isFile() && !found?.isDirectory()) return undefined;
  const type = found.isFile() ? 'file' : 'folder';
  const size = found.isFile() ? found.size : 0;
  return { name, path: `${path}/${name}`, type, size, mtime: found.mtime.toISOString() };
}

/** Lists what lies under the import roots: regular files and folders; dot files and links are left out. */
export function importsService(roots: readonly string[]) {
  return {
    async roots(): Promise<Listing> {
      const entries = await Promise.all(
        roots.map(async (root): Promise<ImportEntry> => {
          const mtime = await stat(root).then(
            (found) => found.mtime,
            () => new Date(0),
          );
          return { name: root, path: root, type: 'folder', size: 0, mtime: mtime.toISOString() };
        }),
      );
      return { path: '', entries };
    },

    /** @throws AppError 400 for a missing path, one outside of the roots or behind a link: with the same message */
    async folder(path: string): Promise<Listing> {
      const handle = await openNamed(roots, path, 'path');
      try {
        if (!(await handle.stat()).isDirectory()) throw notThere('path');
        const place = process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : path;
        const names = (await readdir(place)).filter((name) => !name.startsWith('.')).sort(byName);
        if (names.length > MOST) {
          throw new AppError(
            413,
            `This folder has ${names.length.toLocaleString('en')} entries, too many to list. It can be registered as a whole.`,
          );
        }
        const entries: ImportEntry[] = [];
        for (let at = 0; at < names.length; at += AT_ONCE) {
          const some = names.slice(at, at + AT_ONCE).map((name) => entryOf(place, path, name));
          for (const entry of await Promise.all(some)) if (entry) entries.push(entry);
        }
        return { path, entries };
      } finally {
        await handle.close();
      }
    },
  };
}

export type ImportsService = ReturnType<typeof importsService>;
