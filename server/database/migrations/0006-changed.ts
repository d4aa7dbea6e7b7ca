import type { Kysely } from 'kysely';
import { tableMaker } from '../table-maker.ts';

/** The columns that this migration uses. */
interface Known {
  datasets: { id: string; created_at: number; published_at: number | null; updated_at: number | null };
  objects: { dataset_id: string; created_at: number };
}

/** A dataset's last visible change; initially derived from its files and its publication. */
export async function up(db: Kysely<never>): Promise<void> {
  const { addColumns } = tableMaker(db);
  await addColumns('datasets', { updated_at: 'bigint?' });
  const known = db as unknown as Kysely<Known>;
  const rows = await known
    .selectFrom('datasets')
    .leftJoin('objects', 'objects.dataset_id', 'datasets.id')
    .select(['datasets.id', 'datasets.created_at', 'datasets.published_at'])
    .select((eb) => eb.fn.max('objects.created_at').as('revised_at'))
    .groupBy(['datasets.id', 'datasets.created_at', 'datasets.published_at'])
    .execute();
  for (const { id, created_at, published_at, revised_at } of rows) {
    const updated_at = Math.max(Number(created_at), Number(published_at ?? 0), Number(revised_at ?? 0));
    await known.updateTable('datasets').set({ updated_at }).where('id', '=', id).execute();
  }
}
