import type { RecallNotice } from '../../contract/releases.ts';
import type { Queries } from '../database/index.ts';
import { iso } from '../shared/time.ts';

/** The recalls of a version that were sent, newest first, as its page tells of them until a notice is taken down. */
export async function recallNotices(db: Queries, datasetId: string): Promise<RecallNotice[]> {
  const rows = await db
    .selectFrom('recalls')
    .leftJoin('datasets as other', (join) =>
      join
        .onRef('other.id', '=', 'recalls.corrected_in')
        .on('other.status', '=', 'published')
        .on('other.trashed_at', 'is', null),
    )
    .select(['kind', 'what', 'reason', 'file_count', 'whole', 'sent_at'])
    .select(['other.id as other_id', 'other.version as other_version'])
    .where('dataset_id', '=', datasetId)
    .where('sent_at', 'is not', null)
    .where('notice_down_at', 'is', null)
    .orderBy('sent_at', 'desc')
    .orderBy('recalls.id')
    .execute();
  return rows.flatMap(({ kind, what, reason, file_count, whole, sent_at, other_id, other_version }) => {
    if (kind === null || sent_at === null) return [];
    const correctedIn = other_id === null ? null : { id: other_id, version: other_version ?? '' };
    return [{ kind, what, reason, files: file_count, whole: whole === 1, correctedIn, at: iso(sent_at) }];
  });
}
