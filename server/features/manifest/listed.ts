import { changesBetween, type FileList, fileAt, inTurns, nameAt, runBelow } from '../../archive/index.ts';
import type { Gone } from '../../delivery/index.ts';

/** What a manifest lists of a version. */
export interface Listed {
  /** Indexes of files in the version's list, ascending. */
  files: Uint32Array;
  /** With an older version: names of that one which are no longer there, in the order of their UTF-8 bytes. */
  gone: Gone[];
}

/** The indexes of the files at or below a path; all for the empty one. */
const reach = (list: FileList, prefix: string): { start: number; end: number } => {
  if (prefix === '') return { start: 0, end: list.count };
  const itself = runBelow(list, Buffer.from(prefix));
  const isFile = itself.end > itself.start && nameAt(list, itself.start).toString() === prefix;
  return isFile ? { start: itself.start, end: itself.start + 1 } : runBelow(list, Buffer.from(`${prefix}/`));
};

/**
 * The files below a folder, or that one file; with an older version those of them that it lacks or has with other
 * bytes, a moved one among them, since tools fetch by name.
 * @param prefix a folder or a file; empty: everything
 * @returns undefined when neither version has the folder or file
 */
export async function listed(
  after: FileList,
  { prefix, before }: { prefix: string; before: FileList | undefined },
): Promise<Listed | undefined> {
  const { start, end } = reach(after, prefix);
  if (before === undefined) {
    if (start === end) return undefined;
    return { files: Uint32Array.from({ length: end - start }, (_, n) => start + n), gone: [] };
  }
  const former = reach(before, prefix);
  if (start === end && former.start === former.end) return undefined;
  const { list } = await inTurns(changesBetween(before, after));
  const files: number[] = [];
  const left: { at: number; movedTo?: string }[] = [];
  for (const change of list) {
    if (change.kind !== 'removed' && change.after >= start && change.after < end) files.push(change.after);
    if (change.kind === 'added' || change.kind === 'changed') continue;
    if (change.before < former.start || change.before >= former.end) continue;
    const moved = change.kind === 'moved' && { movedTo: fileAt(after, change.after).name };
    left.push({ at: change.before, ...moved });
  }
  left.sort((a, b) => a.at - b.at);
  return {
    files: Uint32Array.from(files),
    gone: left.map(({ at, ...moved }) => ({ path: fileAt(before, at).name, ...moved })),
  };
}
