import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';

/** Whether `path` is `folder` or lies below it; both absolute and resolved. */
export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/** The path with all links resolved; a missing tail is appended to the resolved existing part. */
function resolved(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(resolved(dirname(path)), basename(path));
  }
}

/**
 * The import roots, resolved.
 * @param list `:`-joined
 * @param dataDir may not exist yet
 * @throws when one is no folder, or overlaps the data folder: the server's own files must not be served as data
 */
export function importRoots(list: string, dataDir: string): string[] {
  const own = resolved(dataDir);
  const roots = list
    .split(':')
    .filter((part) => part !== '')
    .map((part) => {
      const root = resolve(part);
      if (!statSync(root, { throwIfNoEntry: false })?.isDirectory())
        throw new Error(`"${part}" is not a folder.`);
      const real = realpathSync(root);
      if (isWithin(real, own) || isWithin(own, real)) {
        throw new Error(`"${part}" overlaps DATA_DIR: one would lie inside the other.`);
      }
      return real;
    });
  return [...new Set(roots)].sort();
}
