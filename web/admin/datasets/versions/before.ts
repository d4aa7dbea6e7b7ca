import type { AdminVersion } from '../../../../contract/dataset-versions.ts';

/**
 * The version that came before another: of those older than it the newest that visitors have seen, and whose files are
 * still there to compare with.
 * @param versions newest first, drafts before all others
 */
export function versionBefore(
  versions: readonly AdminVersion[],
  version: AdminVersion,
): AdminVersion | undefined {
  if (version.filesPurged) return undefined;
  const older = versions.slice(versions.indexOf(version) + 1);
  return older.find(({ status, filesPurged }) => status !== 'draft' && !filesPurged);
}
