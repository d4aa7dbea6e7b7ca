import type { Db } from '../../database/index.ts';

/** Ids or hashes per statement. */
const BATCH = 500;
/** Records read at a time: without their ranges, and with them. */
const RECORDS = 5_000;
const RANGES = 200;

export function* batches<T>(all: readonly T[], size = BATCH): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}

/** An object that may hold wanted bytes. */
export interface HoldingObject {
  id: string;
  datasetId: string;
  kind: 'file' | 'zip';
  blobKey: string;
  /** Of the blob: of a ZIP, those of its layout. */
  size: number;
  sha256: string;
}

/** A record without its ranges. */
export interface RecordHead {
  id: string;
  userId: string | null;
  datasetId: string;
  objectId: string;
  /** It is about single files, and has a bitmap. */
  ofFiles: boolean;
}

/** Reads which objects hold some bytes, and the records of their downloads. */
export function holdersStore(db: Db) {
  const { inReader } = db;

  const objects = () =>
    inReader
      .selectFrom('objects')
      .innerJoin('blobs', 'blobs.key', 'objects.blob_key')
      .select(['objects.id', 'objects.dataset_id', 'objects.kind', 'objects.blob_key'])
      .select(['blobs.size', 'blobs.sha256']);
  type Row = Awaited<ReturnType<ReturnType<typeof objects>['execute']>>[number];

  const toObject = (row: Row): HoldingObject => ({
    id: row.id,
    datasetId: row.dataset_id,
    kind: row.kind,
    blobKey: row.blob_key,
    size: row.size,
    sha256: row.sha256,
  });

  /** Files of their own, and folders that list a file. */
  async function directly(keys: readonly string[]): Promise<Row[]> {
    const files = await objects()
      .where('objects.blob_key', 'in', keys)
      .where('objects.kind', '=', 'file')
      .execute();
    const lists = await inReader
      .selectFrom('intake_files')
      .select('intake_id')
      .distinct()
      .where('blob_key', 'in', keys)
      .execute();
    const folders: Row[] = [];
    for (const batch of batches(lists.map(({ intake_id }) => intake_id))) {
      const of = (column: 'objects.id' | 'objects.intake_id') =>
        objects().where(column, 'in', batch).where('objects.kind', '=', 'zip').execute();
      folders.push(...(await of('objects.id')), ...(await of('objects.intake_id')));
    }
    return [...files, ...folders];
  }

  return {
    /** Every object, of whatever age, that may hold bytes of one of these hashes; its layout says whether it does. */
    async objectsWith(sha256s: readonly string[]): Promise<HoldingObject[]> {
      const found = new Map<string, HoldingObject>();
      const add = (rows: readonly Row[]) => {
        for (const row of rows) found.set(row.id, toObject(row));
      };
      for (const hashes of batches(sha256s)) {
        const blobs = await inReader
          .selectFrom('blobs')
          .select('key')
          .where('sha256', 'in', hashes)
          .execute();
        for (const keys of batches(blobs.map(({ key }) => key))) add(await directly(keys));
      }
      // The ZIPs of whole datasets have no list of their own: those of the datasets whose subsets hold the bytes.
      for (const ids of batches([...new Set([...found.values()].map(({ datasetId }) => datasetId))]))
        add(
          await objects()
            .where('objects.dataset_id', 'in', ids)
            .where('objects.subset_id', 'is', null)
            .where('objects.kind', '=', 'zip')
            .execute(),
        );
      return [...found.values()];
    },

    /** Every record of a dataset's downloads, in batches. */
    async *recordsOf(datasetId: string, userIds?: readonly string[]): AsyncGenerator<RecordHead[]> {
      let last: { started_at: number; id: string } | undefined;
      for (;;) {
        let rows = inReader
          .selectFrom('records')
          .select(['id', 'user_id', 'object_id', 'started_at'])
          .select((eb) => eb('files', 'is not', null).as('of_files'))
          .where('dataset_id', '=', datasetId);
        if (userIds) rows = rows.where('user_id', 'in', userIds);
        const { started_at: at = 0, id = '' } = last ?? {};
        if (last)
          rows = rows.where((eb) =>
            eb.or([eb('started_at', '>', at), eb.and([eb('started_at', '=', at), eb('id', '>', id)])]),
          );
        const found = await rows.orderBy('started_at').orderBy('id').limit(RECORDS).execute();
        yield found.map((row) => ({
          id: row.id,
          userId: row.user_id,
          datasetId,
          objectId: row.object_id,
          ofFiles: Boolean(row.of_files),
        }));
        if (found.length < RECORDS) return;
        last = found.at(-1);
      }
    },

    /** What these records say was sent. */
    async *rangesOf(
      ids: readonly string[],
    ): AsyncGenerator<{ id: string; ranges: string; files: string | null }[]> {
      for (const batch of batches(ids, RANGES))
        yield await inReader
          .selectFrom('records')
          .select(['id', 'ranges', 'files'])
          .where('id', 'in', batch)
          .execute();
    },
  };
}

export type HoldersStore = ReturnType<typeof holdersStore>;
