import type { Source } from '../../contract/sources.ts';
import { invalid } from '../shared/errors.ts';
import type { Named } from './dataset-files.store.ts';
import { lookAt } from './look-at.ts';

/** Imports inspected concurrently. */
const AT_ONCE = 16;

const isFolder = ({ source, found }: Named): boolean => 'folder' in source || found?.kind === 'folder';

/**
 * A folder is served as a computed ZIP (decisions §4).
 * @throws AppError 400
 */
export function assertZipPath(path: string, field: string): void {
  if (!/[^/]\.zip$/i.test(path))
    throw invalid(field, 'A folder is handed out as a ZIP: its path ends in ".zip".');
}

/** Resolves sources before anything is written; `adminId` as in `Named`. */
export function sourceReader(roots: readonly string[]) {
  async function named(source: Source, field: string, adminId: string | null): Promise<Named> {
    if (!('import' in source)) return { source, field, adminId };
    return { source, field, adminId, found: await lookAt(roots, source.import, `${field}.import`) };
  }

  return {
    /**
     * @param path of the subset
     * @throws AppError 400
     */
    async ofSubset(source: Source, path: string, field: string, adminId: string | null): Promise<Named> {
      const one = await named(source, `${field}source`, adminId);
      if (isFolder(one)) assertZipPath(path, `${field}path`);
      return one;
    },

    /**
     * A dataset's uploaded archive is a single file.
     * @throws AppError 400
     */
    async ofArchive(source: Source, adminId: string): Promise<Named> {
      const one = await named(source, 'archive', adminId);
      if (isFolder(one)) throw invalid('archive.import', 'A dataset’s archive is one file, not a folder.');
      return one;
    },

    /** Resolves a list, some at a time. */
    async ofSubsets(
      subsets: readonly { path: string; desc: string; source: Source }[],
      adminId: string | null,
    ) {
      const made: { path: string; desc: string; file: Named }[] = [];
      for (let at = 0; at < subsets.length; at += AT_ONCE) {
        const some = subsets.slice(at, at + AT_ONCE).map(async ({ path, desc, source }, i) => ({
          path,
          desc,
          file: await this.ofSubset(source, path, `subsets.${at + i}.`, adminId),
        }));
        made.push(...(await Promise.all(some)));
      }
      return made;
    },
  };
}

export type SourceReader = ReturnType<typeof sourceReader>;
