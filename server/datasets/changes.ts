import type { FileChangesPage } from '../../contract/manifest.ts';
import { changesBetween, type FileChange, type FileList, fileAt, inTurns } from '../archive/index.ts';
import type { VersionFiles } from './version-files.ts';

const sizeAt = (list: FileList, index: number): number => list.sizes[index] ?? 0;

type After = Pick<VersionFiles, 'list' | 'purged'>;

function described(
  before: FileList,
  { list: after, purged }: After,
  change: FileChange,
): FileChangesPage['list'][number] {
  const { kind } = change;
  if (kind === 'removed')
    return { kind, path: fileAt(before, change.before).name, size: sizeAt(before, change.before) };
  const now = {
    kind,
    path: fileAt(after, change.after).name,
    size: sizeAt(after, change.after),
    ...(purged.has(change.after) && { purged: true as const }),
  };
  if (kind === 'moved') return { ...now, from: fileAt(before, change.before).name };
  if (kind === 'changed') return { ...now, sizeBefore: sizeAt(before, change.before) };
  return now;
}

/**
 * A page of what differs between two versions' files, drafts included: who may see it is for the caller to say.
 * @param page `pageIndex` from 1
 */
export async function changesPage(
  before: FileList,
  after: After,
  { pageIndex, pageSize }: { pageIndex: number; pageSize: number },
): Promise<FileChangesPage> {
  const { list, same } = await inTurns(changesBetween(before, after.list));
  const totals = { added: 0, removed: 0, changed: 0, moved: 0, same, bytes: 0 };
  for (const change of list) {
    totals[change.kind]++;
    if (change.kind !== 'removed') totals.bytes += sizeAt(after.list, change.after);
  }
  const from = (pageIndex - 1) * pageSize;
  return {
    totals,
    list: list.slice(from, from + pageSize).map((change) => described(before, after, change)),
    count: list.length,
    pageIndex,
    pageSize,
  };
}
