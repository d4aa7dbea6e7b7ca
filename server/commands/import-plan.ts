import { opendir } from 'node:fs/promises';
import { path as label } from '../../contract/dataset-admin.ts';
import { limits } from '../../contract/limits.ts';
import { type LeftOut, leftOutWords, lookAt, UnusableFolder, walk } from '../ingest/index.ts';

/** A subset planned for an entry of the folder. */
export interface PlannedSubset {
  path: string;
  /** Absolute path on the server's disk. */
  source: string;
  kind: 'file' | 'folder';
  fileCount: number;
  /** Bytes. */
  size: number;
}

export interface Plan {
  subsets: PlannedSubset[];
  /** Reasons why it cannot be imported as it is; empty when it can. */
  problems: string[];
  /** Files that are skipped, for people to read; may be empty. */
  leftOut: string;
}

/**
 * Plans an import: each file and each folder in `folder` becomes a subset. Reads names and sizes only.
 * @param base the dataset's path without `.zip`
 * @throws AppError 400 when the folder is not under an import root
 */
export async function planImport(roots: readonly string[], folder: string, base: string): Promise<Plan> {
  const { kind } = await lookAt(roots, folder, 'DIR');
  if (kind !== 'folder')
    return { subsets: [], problems: [`${folder} is a file, not a folder.`], leftOut: '' };
  const leftOut: LeftOut = { dotFiles: 0, links: 0, special: 0 };
  const subsets: PlannedSubset[] = [];
  const problems: string[] = [];

  async function plan(name: string, source: string, isFolder: boolean): Promise<void> {
    const path = isFolder ? `${base}/${name}.zip` : `${base}/${name}`;
    const checked = label.safeParse(path);
    if (!checked.success) {
      problems.push(`${JSON.stringify(name)}: ${checked.error.issues[0]?.message}`);
      return;
    }
    let fileCount = 0;
    let size = 0;
    if (!isFolder) {
      fileCount = 1;
      ({ size } = await lookAt(roots, source, name));
    } else {
      for await (const files of walk(roots, source, leftOut)) {
        fileCount += files.length;
        for (const file of files) size += file.size;
      }
      if (fileCount === 0) {
        problems.push(`${JSON.stringify(name)}: There is no file in this folder.`);
        return;
      }
    }
    subsets.push({ path, source, kind: isFolder ? 'folder' : 'file', fileCount, size });
  }

  for await (const entry of await opendir(folder)) {
    if (entry.name.startsWith('.')) leftOut.dotFiles++;
    else if (entry.isSymbolicLink()) leftOut.links++;
    else if (!entry.isFile() && !entry.isDirectory()) leftOut.special++;
    else {
      try {
        await plan(entry.name, `${folder}/${entry.name}`, entry.isDirectory());
      } catch (error) {
        if (!(error instanceof UnusableFolder)) throw error;
        problems.push(`${JSON.stringify(entry.name)}: ${error.message}`);
      }
    }
  }
  subsets.sort((a, b) => (a.path < b.path ? -1 : 1));
  subsets.forEach(({ path }, i) => {
    if (subsets[i + 1]?.path === path) problems.push(`A file and a folder would both become ${path}.`);
  });
  if (subsets.length === 0 && problems.length === 0)
    problems.push('There is nothing in this folder to import.');
  if (subsets.length > limits.subsetsPerCall) {
    problems.push(`At most ${limits.subsetsPerCall} files and folders can become subsets at a time.`);
  }
  return { subsets, problems, leftOut: leftOutWords(leftOut) };
}
