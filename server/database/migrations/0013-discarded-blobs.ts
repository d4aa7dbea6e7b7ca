import { type Kysely, sql } from 'kysely';

/** Blobs whose removal has begun are looked for at each start, among all that there are. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createIndex('blobs_discarded')
    .on('blobs')
    .columns(['owner'])
    .where(sql.ref('state'), '=', sql.lit('discarded'))
    .execute();
}
