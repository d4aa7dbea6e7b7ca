import type { Queries } from '../database/index.ts';
import { batches, releaseBlobs } from './purge-parts.store.ts';

/**
 * Removes what people had begun to ask for a dataset of which no version is left, with the documents: nobody can send
 * it any more, or see it to delete it.
 */
export async function takeDraftRequests(trx: Queries, datasetId: string): Promise<void> {
  const drafts = trx
    .selectFrom('requests')
    .select('requests.id')
    .where('requests.status', '=', 'draft')
    .where('requests.lineage_id', '=', (eb) =>
      eb.selectFrom('datasets').select('datasets.lineage_id').where('datasets.id', '=', datasetId),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('datasets')
            .select('datasets.id')
            .whereRef('datasets.lineage_id', '=', 'requests.lineage_id')
            .where('datasets.purged_at', 'is', null),
        ),
      ),
    );
  const found = await drafts.execute();
  for (const batch of batches(found)) {
    // The requests first: a document that is being added finds none any more.
    const ids = batch.map(({ id }) => id);
    await trx.deleteFrom('requests').where('id', 'in', ids).execute();
    const files = await trx
      .deleteFrom('request_files')
      .where('request_id', 'in', ids)
      .returning('blob_key')
      .execute();
    if (files.length > 0)
      await releaseBlobs(
        trx,
        files.map(({ blob_key }) => blob_key),
      );
  }
}
