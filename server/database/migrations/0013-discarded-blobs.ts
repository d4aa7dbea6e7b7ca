import { type Kysely, sql } from 'kysely';

/** A partial index of discarded blobs, which are queried at each start. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createIndex('blobs_discarded')
    .on('blobs')
    .columns(['owner'])
    .where(sql.ref('state'), '=', sql.lit('discarded'))
    .execute();
}
