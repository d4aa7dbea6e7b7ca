import type { RecallNotice } from '../../contract/releases.ts';
import type { Queries } from '../database/index.ts';
import { iso } from '../shared/time.ts';

/** The recalls of a version that were sent, newest first, as its page tells of them until a notice is taken down. */
export async function recallNotices(db: Queries, datasetId: string): Promise<RecallNotice[]> {
  const rows = await db
    .selectFrom('recalls')
    .select(['kind', 'what', 'reason', 'file_count', 'whole', 'sent_at'])
    .where('dataset_id', '=', datasetId)
    .where('sent_at', 'is not', null)
    .where('notice_down_at', 'is', null)
    .orderBy('sent_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.flatMap(({ kind, what, reason, file_count, whole, sent_at }) =>
    kind === null || sent_at === null
      ? []
      : [{ kind, what, reason, files: file_count, whole: whole === 1, at: iso(sent_at) }],
  );
}
