import type { InferResult } from 'kysely';
import type { Db } from '../../database/index.ts';

const versionRows = (db: Db) =>
  db
    .selectFrom('datasets')
    .innerJoin('lineages', 'lineages.id', 'datasets.lineage_id')
    .select(['datasets.id', 'datasets.name', 'version', 'path', 'status'])
    .select(['datasets.published_at', 'datasets.created_at'])
    .select(['lineage_id as lineageId', 'lineages.terms_id as termsId'])
    .select('lineages.asks_request')
    .select(['files_visible as filesVisible', 'embargo_until as embargoUntil', 'release_hash as releaseHash'])
    .where('trashed_at', 'is', null);

type Row = InferResult<ReturnType<typeof versionRows>>[number];

const shaped = (row: Row) => ({ ...row, asksRequest: row.asks_request === 1 });

/** Versions as far as their manifests depend on them; none that is in the trash. */
export function manifestStore(db: Db) {
  return {
    async version(id: string) {
      const row = await versionRows(db).where('datasets.id', '=', id).executeTakeFirst();
      return row && shaped(row);
    },

    /** A published or withdrawn version of a lineage: by its number, or by its release hash. */
    async sibling(lineageId: string, named: { version: string } | { releaseHash: string }) {
      const row = await versionRows(db)
        .where('lineage_id', '=', lineageId)
        .where('status', '!=', 'draft')
        .where((eb) =>
          'version' in named ? eb('version', '=', named.version) : eb('release_hash', '=', named.releaseHash),
        )
        .executeTakeFirst();
      return row && shaped(row);
    },

    /** The published versions of a lineage, newest first. */
    async published(lineageId: string) {
      const rows = await versionRows(db)
        .where('lineage_id', '=', lineageId)
        .where('status', '=', 'published')
        .orderBy('datasets.published_at', 'desc')
        .orderBy('datasets.id')
        .execute();
      return rows.map(shaped);
    },
  };
}

export type ManifestStore = ReturnType<typeof manifestStore>;
export type Version = NonNullable<Awaited<ReturnType<ManifestStore['version']>>>;
