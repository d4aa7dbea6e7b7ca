import type { ExpressionBuilder, InferResult } from 'kysely';
import { statusNow } from '../auth/index.ts';
import { compiled, type Db, type Tables } from '../database/index.ts';
import { isComingIn } from '../ingest/index.ts';
import type { FoundObject, RequestedObject } from './found-object.ts';

/** Whether a path belongs to another dataset than the requested one. */
const isElsewhere = (datasetId: string, wanted: RequestedObject): boolean =>
  wanted.datasetId !== undefined && wanted.datasetId !== datasetId;

/** The files purged from a version, of those that an object has: a ZIP of the whole has all but an archive of its own. */
const purgedFrom = (eb: ExpressionBuilder<Tables, 'objects'>) =>
  eb
    .selectFrom('purged_files')
    .whereRef('purged_files.dataset_id', '=', 'objects.dataset_id')
    .where((one) =>
      one.or([
        one('purged_files.subset_id', '=', one.ref('objects.subset_id')),
        one.and([
          one('objects.subset_id', 'is', null),
          one('objects.kind', '=', 'zip'),
          one('purged_files.subset_id', 'is not', null),
        ]),
        one.and([
          one('objects.subset_id', 'is', null),
          one('objects.kind', '=', 'file'),
          one('purged_files.subset_id', 'is', null),
        ]),
      ]),
    );

/** The objects of a path: a subset's, or the whole dataset's. Two queries, since no index serves "null or equal". */
function behindPath(db: Db, path: string) {
  const of = (whole: boolean) =>
    db
      .selectFrom('paths')
      .innerJoin('objects', (join) => {
        const own = join.onRef('objects.dataset_id', '=', 'paths.dataset_id');
        return whole
          ? own.on('paths.subset_id', 'is', null).on('objects.subset_id', 'is', null)
          : own.onRef('objects.subset_id', '=', 'paths.subset_id');
      })
      .innerJoin('datasets', 'datasets.id', 'objects.dataset_id')
      .innerJoin('lineages', 'lineages.id', 'datasets.lineage_id')
      .innerJoin('blobs', 'blobs.key', 'objects.blob_key')
      .select([
        'objects.id',
        'objects.dataset_id',
        'objects.kind',
        'objects.blob_key',
        'objects.size',
        'objects.etag',
        'objects.sha256',
        'objects.superseded_at',
        'objects.purged_at',
        'blobs.size as blob_size',
        'blobs.source',
        'blobs.mark',
        'datasets.name',
        'datasets.version',
        'datasets.status',
        'datasets.embargo_until',
        'datasets.lineage_id',
        'lineages.terms_id',
        'lineages.asks_request',
      ])
      .select((eb) => [
        purgedFrom(eb)
          .select((one) => one.fn.min('purged_files.path').as('path'))
          .as('purged_path'),
        purgedFrom(eb)
          .select((one) => one.fn.countAll<number>().as('count'))
          .as('purged_count'),
      ])
      .where('paths.path', '=', path);
  return [of(false), of(true)] as const;
}

type ObjectRow = InferResult<ReturnType<typeof behindPath>[0]>[number];

const versionRows = (db: Db, id: string) =>
  db
    .selectFrom('datasets')
    .innerJoin('lineages', 'lineages.id', 'datasets.lineage_id')
    .select(['datasets.name', 'version', 'path', 'status', 'embargo_until', 'lineage_id'])
    .select(['terms_id', 'asks_request'])
    .where('datasets.id', '=', id)
    .where('trashed_at', 'is', null);
type VersionRow = InferResult<ReturnType<typeof versionRows>>[number];

const blobRows = (db: Db, key: string) =>
  db.selectFrom('blobs').select(['source', 'mark', 'state']).where('key', '=', key);
type BlobRow = InferResult<ReturnType<typeof blobRows>>[number];

/** Looks up the requested objects and the status of users. */
export function accessStore(db: Db) {
  const current = compiled<{ path: string }, ObjectRow>(db, (parameter) => {
    const [subset, whole] = behindPath(db, parameter('path'));
    return subset
      .where('objects.superseded_at', 'is', null)
      .unionAll(whole.where('objects.superseded_at', 'is', null));
  });
  const ofRevision = compiled<{ path: string; revision: string }, ObjectRow>(db, (parameter) => {
    const [subset, whole] = behindPath(db, parameter('path'));
    return subset
      .where('objects.id', '=', parameter('revision'))
      .unionAll(whole.where('objects.id', '=', parameter('revision')));
  });

  const version = compiled<{ id: string }, VersionRow>(db, (parameter) => versionRows(db, parameter('id')));
  const blob = compiled<{ key: string }, BlobRow>(db, (parameter) => blobRows(db, parameter('key')));

  return {
    /** The dataset and its status, of a path whose files are still being ingested; otherwise undefined. */
    async comingIn(
      wanted: RequestedObject,
    ): Promise<{ datasetId: string; status: FoundObject['status'] } | undefined> {
      const row = await db
        .selectFrom('paths')
        .innerJoin('datasets', 'datasets.id', 'paths.dataset_id')
        .select(['paths.dataset_id', 'paths.subset_id', 'datasets.status'])
        .where('paths.path', '=', wanted.path)
        .executeTakeFirst();
      if (!row || isElsewhere(row.dataset_id, wanted)) return undefined;
      const { dataset_id: datasetId, subset_id: subsetId, status } = row;
      return (await isComingIn(db, { datasetId, subsetId })) ? { datasetId, status } : undefined;
    },

    /** The current object of a path, or the requested revision of it: exact match, of that dataset (threat 8). */
    async object(wanted: RequestedObject): Promise<FoundObject | undefined> {
      const { path, revision } = wanted;
      const [row] = await (revision === undefined ? current({ path }) : ofRevision({ path, revision }));
      if (!row || isElsewhere(row.dataset_id, wanted)) return undefined;
      return {
        id: row.id,
        kind: row.kind,
        blobKey: row.blob_key,
        blobSize: row.blob_size,
        inStore: row.source === null && row.mark === null,
        size: row.size,
        etag: row.etag,
        sha256: row.sha256,
        // Purged early: its bytes are gone, so the revision is expired whatever its age.
        supersededAt: row.purged_at === null ? row.superseded_at : Number.NEGATIVE_INFINITY,
        path,
        datasetId: row.dataset_id,
        datasetName: row.name,
        version: row.version,
        status: row.status,
        embargoUntil: row.embargo_until,
        lineageId: row.lineage_id,
        termsId: row.terms_id,
        asksRequest: row.asks_request === 1,
        purged:
          row.purged_path === null ? null : { path: row.purged_path, more: Number(row.purged_count) - 1 },
      };
    },

    /** A dataset that is not in the trash. */
    async version(datasetId: string) {
      const [row] = await version({ id: datasetId });
      return row;
    },

    /** What a dataset that is not in the trash asks for. */
    async asks(datasetId: string) {
      const [row] = await version({ id: datasetId });
      return row && { lineageId: row.lineage_id, termsId: row.terms_id, asksRequest: row.asks_request === 1 };
    },

    /** How a stored file is. */
    async blob(key: string) {
      const [row] = await blob({ key });
      return row;
    },

    async userStatus(userId: string, now: number) {
      const user = await db
        .selectFrom('users')
        .select(['status', 'approved_until'])
        .where('id', '=', userId)
        .executeTakeFirst();
      return user && statusNow(user.status, user.approved_until, now);
    },

    /** The subset of the given users whose approval holds now. */
    async approvedAmong(userIds: string[], now: number): Promise<Set<string>> {
      const rows = await db
        .selectFrom('users')
        .select('id')
        .where('id', 'in', userIds)
        .where('status', '=', 'approved')
        .where((eb) => eb.or([eb('approved_until', 'is', null), eb('approved_until', '>', now)]))
        .execute();
      return new Set(rows.map((row) => row.id));
    },

    /** The given reviewer links that still open their version. */
    async openLinksAmong(linkIds: string[], now: number): Promise<Set<string>> {
      const rows = await db
        .selectFrom('reviewer_links as l')
        .innerJoin('datasets as d', 'd.id', 'l.dataset_id')
        .select('l.id')
        .where('l.id', 'in', linkIds)
        .where('l.revoked_at', 'is', null)
        .where('l.expires_at', '>', now)
        .where('d.trashed_at', 'is', null)
        .execute();
      return new Set(rows.map((row) => row.id));
    },

    /** The withdrawn ones of the given datasets. */
    async withdrawnAmong(datasetIds: string[]): Promise<Set<string>> {
      const rows = await db
        .selectFrom('datasets')
        .select('id')
        .where('id', 'in', datasetIds)
        .where('status', '=', 'withdrawn')
        .execute();
      return new Set(rows.map((row) => row.id));
    },
  };
}

export type AccessStore = ReturnType<typeof accessStore>;
