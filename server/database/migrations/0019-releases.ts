import { type Kysely, sql } from 'kysely';
import { tableMaker } from '../table-maker.ts';

/** As addresses are made of names: see `slugOf` in datasets/paths.ts. */
const slugOf = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '') || 'dataset';

/** One lineage for each name, with an address of its own. */
async function lineages(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<{ name: string; created_at: number; published_at: number | null }>`
    select name, min(created_at) as created_at, min(published_at) as published_at from datasets
    group by name order by min(created_at), name`.execute(db);
  const taken = new Set<string>();
  for (const [n, row] of rows.entries()) {
    const wanted = slugOf(row.name);
    let slug = wanted;
    for (let next = 2; taken.has(slug); next++) slug = `${wanted}-${next}`;
    taken.add(slug);
    const id = `lineage-${n + 1}`;
    await sql`insert into lineages (id, name, slug, created_at, published_at)
      values (${id}, ${row.name}, ${slug}, ${row.created_at}, ${row.published_at})`.execute(db);
    await sql`update datasets set lineage_id = ${id} where name = ${row.name}`.execute(db);
  }
}

/** Versions of a dataset share a lineage; they are frozen, embargoed, hidden and described (releases.md). */
export async function up(db: Kysely<never>): Promise<void> {
  const { table, addColumns } = tableMaker(db);
  await table('lineages', 'id', {
    id: 'text',
    name: 'text',
    slug: 'text',
    created_at: 'bigint',
    published_at: 'bigint?',
  });
  await db.schema.createIndex('lineages_name').on('lineages').column('name').unique().execute();
  await db.schema.createIndex('lineages_slug').on('lineages').column('slug').unique().execute();
  await addColumns('datasets', {
    lineage_id: 'text?',
    frozen_at: 'bigint?',
    release_hash: 'text?',
    freeze_asked_at: 'bigint?',
    withdrawn_at: 'bigint?',
    embargo_until: 'text?',
  });
  for (const [column, initial] of [
    ['files_visible', 'public'],
    ['note', ''],
    ['withdrawn_reason', ''],
    ['doi', ''],
    ['concept_doi', ''],
    ['author_list', '[]'],
    ['funders', '[]'],
    ['related_works', '[]'],
  ] as const) {
    await db.schema
      .alterTable('datasets')
      .addColumn(column, 'text', (made) => made.notNull().defaultTo(initial))
      .execute();
  }
  await lineages(db);
  await db.schema.createIndex('datasets_lineage').on('datasets').column('lineage_id').execute();
  await table('frozen_changes', 'id', {
    id: 'text',
    dataset_id: 'text',
    field: 'text',
    before: 'text',
    after: 'text',
    at: 'bigint',
  });
  await db.schema
    .createIndex('frozen_changes_of')
    .on('frozen_changes')
    .columns(['dataset_id', 'at'])
    .execute();
  await addColumns('records', { files: 'text?' });
  await addColumns('objects', { intake_id: 'text?' });
}
