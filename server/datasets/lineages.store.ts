import type { Queries } from '../database/index.ts';
import { conflict } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import { slugOf } from './paths.ts';

/** The first free address for a name: addresses are never given to another dataset. */
async function freeSlug(trx: Queries, name: string): Promise<string> {
  const wanted = slugOf(name);
  for (let next = 1; ; next++) {
    const slug = next === 1 ? wanted : `${wanted}-${next}`;
    const taken = await trx.selectFrom('lineages').select('id').where('slug', '=', slug).executeTakeFirst();
    if (!taken) return slug;
  }
}

/** The lineage of a name: datasets of exactly the same name are versions of one. Makes it when there is none. */
export async function joinLineage(trx: Queries, name: string, now: number): Promise<string> {
  const found = () => trx.selectFrom('lineages').select('id').where('name', '=', name).executeTakeFirst();
  const there = await found();
  if (there) return there.id;
  const slug = await freeSlug(trx, name);
  await trx
    .insertInto('lineages')
    .values({ id: newId(), name, slug, created_at: now, published_at: null })
    // Two versions of a new dataset may be added at the same moment.
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await found())?.id ?? '';
}

/**
 * Renames all versions of a dataset. The address follows only as long as none was published.
 * @throws AppError 409 when the name is another dataset's
 */
export async function renameLineage(trx: Queries, id: string, name: string, now: number): Promise<void> {
  const other = await trx
    .selectFrom('lineages')
    .select(['id', 'published_at'])
    .where('name', '=', name)
    .where('id', '!=', id)
    .executeTakeFirst();
  if (other) {
    const used = await trx
      .selectFrom('datasets')
      .select('id')
      .where('lineage_id', '=', other.id)
      .where('purged_at', 'is', null)
      .limit(1)
      .executeTakeFirst();
    if (used || other.published_at !== null)
      throw conflict('Another dataset has this name, in the trash perhaps. Choose another one.', 'name');
    // Nothing but purged drafts: what is left of them goes with this one.
    await trx.updateTable('datasets').set({ lineage_id: id }).where('lineage_id', '=', other.id).execute();
    await trx.deleteFrom('dataset_reviewers').where('lineage_id', '=', other.id).execute();
    await trx.deleteFrom('lineages').where('id', '=', other.id).execute();
  }
  const { published_at } = await trx
    .selectFrom('lineages')
    .select('published_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const slug = published_at === null ? { slug: await freeSlug(trx, name) } : {};
  await trx
    .updateTable('lineages')
    .set({ name, ...slug })
    .where('id', '=', id)
    .execute();
  await trx.updateTable('datasets').set({ name, updated_at: now }).where('lineage_id', '=', id).execute();
}

/** The address is fixed from the first publishing on. */
export const markPublished = (trx: Queries, id: string, now: number) =>
  trx
    .updateTable('lineages')
    .set({ published_at: now })
    .where('id', '=', id)
    .where('published_at', 'is', null)
    .execute();
