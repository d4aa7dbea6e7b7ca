import type { AdminVersion } from '../../contract/dataset-versions.ts';
import type { Identifiers, Release, VersionOf } from '../../contract/releases.ts';
import type { Queries } from '../database/index.ts';
import { iso } from '../shared/time.ts';
import { frozenChanges } from './frozen-changes.store.ts';
import { purgedFilesOf } from './purged-files.store.ts';
import { recallNotices } from './recall-notices.store.ts';

const ofOne = (db: Queries, id: string) =>
  db
    .selectFrom('datasets')
    .innerJoin('lineages', 'lineages.id', 'datasets.lineage_id')
    .select(['lineage_id', 'lineages.slug', 'note', 'freeze_asked_at', 'withdrawn_at', 'withdrawn_reason'])
    .select(['doi', 'concept_doi', 'author_list', 'funders', 'related_works'])
    .where('datasets.id', '=', id)
    .executeTakeFirst();

type Row = NonNullable<Awaited<ReturnType<typeof ofOne>>>;

const identifiersOf = (
  row: Pick<Row, 'doi' | 'concept_doi' | 'author_list' | 'funders' | 'related_works'>,
): Identifiers => ({
  doi: row.doi,
  conceptDoi: row.concept_doi,
  authorList: JSON.parse(row.author_list),
  funders: JSON.parse(row.funders),
  relatedWorks: JSON.parse(row.related_works),
});

/** Every version of a lineage that is not in the trash, newest first: drafts, then by when they were published. */
async function versionsIn(db: Queries, lineageId: string): Promise<AdminVersion[]> {
  const rows = await db
    .selectFrom('datasets')
    .leftJoin('objects', (join) =>
      join
        .onRef('objects.dataset_id', '=', 'datasets.id')
        .on('objects.subset_id', 'is', null)
        .on('objects.superseded_at', 'is', null),
    )
    .select(['datasets.id', 'version', 'status', 'published_at', 'datasets.created_at', 'note'])
    .select(['frozen_at', 'freeze_asked_at', 'release_hash', 'embargo_until', 'withdrawn_reason'])
    .select(['objects.size', 'objects.file_count', 'objects.purged_at as object_purged_at'])
    .select((eb) =>
      eb
        .selectFrom('purged_files')
        .select((one) => one.fn.countAll<number>().as('count'))
        .whereRef('purged_files.dataset_id', '=', 'datasets.id')
        .as('purged_files'),
    )
    .where('lineage_id', '=', lineageId)
    .where('trashed_at', 'is', null)
    .execute();
  const time = (row: (typeof rows)[number]) => row.published_at ?? Number.MAX_SAFE_INTEGER;
  return rows
    .sort((a, b) => time(b) - time(a) || b.created_at - a.created_at || (a.id < b.id ? -1 : 1))
    .map((row) => ({
      id: row.id,
      version: row.version,
      status: row.status,
      publishedAt: iso(row.published_at),
      frozenAt: iso(row.frozen_at),
      note: row.note,
      size: row.size ?? 0,
      fileCount: row.file_count ?? 0,
      embargoUntil: row.embargo_until,
      releaseHash: row.release_hash,
      freezing: freezingOf(row),
      withdrawnReason: row.withdrawn_reason,
      filesPurged: row.object_purged_at !== null,
      purgedFiles: Number(row.purged_files),
      createdAt: iso(row.created_at),
    }));
}

const freezingOf = (row: { frozen_at?: number | null; freeze_asked_at: number | null }): 'pending' | null =>
  row.freeze_asked_at !== null && (row.frozen_at ?? null) === null ? 'pending' : null;

const seenByVisitors = (
  versions: readonly (Omit<VersionOf, 'status'> & Pick<AdminVersion, 'status'>)[],
): VersionOf[] =>
  versions.flatMap(({ id, version, status, publishedAt, frozenAt, note }) =>
    status === 'draft' ? [] : [{ id, version, status, publishedAt, frozenAt, note }],
  );

/** What visitors may know of a version and its siblings; undefined: there is no such dataset. */
export async function releaseOf(db: Queries, id: string): Promise<Release | undefined> {
  const row = await ofOne(db, id);
  if (!row) return undefined;
  const versions = await versionsIn(db, row.lineage_id);
  const recalls = await recallNotices(db, id);
  return {
    note: row.note,
    freezing: versions.find((version) => version.id === id)?.freezing ?? null,
    withdrawnAt: iso(row.withdrawn_at),
    withdrawnReason: row.withdrawn_reason,
    identifiers: identifiersOf(row),
    frozenChanges: await frozenChanges(db, id),
    purgedFiles: await purgedFilesOf(db, id),
    ...(recalls.length > 0 && { recalls }),
    versions: seenByVisitors(versions),
  };
}

/** SQLite takes 32,766 parameters; short statements hold nobody up. */
const AT_ONCE = 500;

/** Identifiers and siblings of several versions, by id; those that visitors may not see have none. */
export async function releasesOf(
  db: Queries,
  ids: readonly string[],
): Promise<Map<string, Pick<Release, 'identifiers' | 'versions'>>> {
  const found = new Map<string, Pick<Release, 'identifiers' | 'versions'>>();
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const rows = await db
      .selectFrom('datasets')
      .select(['id', 'lineage_id', 'doi', 'concept_doi', 'author_list', 'funders', 'related_works'])
      .where('id', 'in', ids.slice(at, at + AT_ONCE))
      .execute();
    const siblings = await db
      .selectFrom('datasets')
      .select(['id', 'lineage_id', 'version', 'status', 'published_at', 'frozen_at', 'note'])
      .where('lineage_id', 'in', [...new Set(rows.map(({ lineage_id }) => lineage_id))])
      .where('status', '!=', 'draft')
      .where('trashed_at', 'is', null)
      .orderBy('published_at', 'desc')
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute();
    const lineages = Map.groupBy(siblings, ({ lineage_id }) => lineage_id);
    for (const row of rows) {
      const versions = (lineages.get(row.lineage_id) ?? []).map((one) => ({
        ...one,
        publishedAt: iso(one.published_at),
        frozenAt: iso(one.frozen_at),
      }));
      found.set(row.id, { identifiers: identifiersOf(row), versions: seenByVisitors(versions) });
    }
  }
  return found;
}

/** The lineage as the back office shows it. */
export async function versionsOf(db: Queries, id: string) {
  const row = await ofOne(db, id);
  if (!row) return undefined;
  return {
    slug: row.slug,
    versions: await versionsIn(db, row.lineage_id),
    identifiers: identifiersOf(row),
    frozenChanges: await frozenChanges(db, id),
  };
}

/** The dataset that a permanent address leads to; undefined where it leads nowhere. */
export async function behindSlug(db: Queries, slug: string, version?: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('datasets')
    .innerJoin('lineages', 'lineages.id', 'datasets.lineage_id')
    .select('datasets.id')
    .where('lineages.slug', '=', slug)
    .where('datasets.status', 'in', ['published', 'withdrawn'])
    .where('datasets.trashed_at', 'is', null)
    .$if(version !== undefined, (rows) => rows.where('datasets.version', '=', version ?? ''))
    // The newest published one; where there is none, the latest that was withdrawn.
    .orderBy((eb) => eb.case().when('datasets.status', '=', 'published').then(0).else(1).end())
    .orderBy('datasets.published_at', 'desc')
    .orderBy('datasets.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}
