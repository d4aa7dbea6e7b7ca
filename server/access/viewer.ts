import type { Decide, StoredVersion } from './decision.ts';
import type { Reader, Viewer } from './visibility.ts';

/**
 * What a reader is to a version: of who may download it, no embargo hides anything, and a withdrawal hides the same from
 * all.
 * @param version with what its lineage asks for
 */
export async function viewerOf(
  decide: Decide,
  reader: Reader,
  version: Omit<StoredVersion, 'status' | 'embargoUntil'>,
): Promise<Viewer> {
  if (reader.kind === 'guest') return 'guest';
  const against = await decide(reader, { ...version, status: 'published', embargoUntil: null });
  return against === undefined ? 'entitled' : 'anybody';
}
