import type { Source } from '../../contract/sources.ts';
import type { Queries } from '../database/index.ts';
import { conflict, invalid } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import { batches, beginIngests, type NewIngest, type Target } from './ingests.store.ts';
import type { LookedAt } from './look-at.ts';

/** A source as requested. */
export interface RequestedSource extends Target {
  source: Source;
  /**
   * The requesting administrator, who may use only their own uploads and folders. Null for the command line, which uses
   * neither.
   */
  adminId: string | null;
  /** Of an import: the file or folder found. */
  found?: LookedAt | undefined;
  /** Path of the field in the request, for errors. */
  field: string;
  /** Name of its file. */
  name: string;
}

/** A file that is hashed already. */
export interface ReadyFile extends Target {
  blob: { key: string; size: number; sha256: string };
}

interface TakenSources {
  trx: Queries;
  /** Owner of new blobs' rows. */
  owner: string;
  /** Subject of the job, for people to read. */
  subject: string;
  now: number;
}

const used = (field: string) =>
  conflict('This upload has been used already. A file can become one subset only.', field);

/** Claims uploads that are finished, unused and not in a folder. */
async function takeUploads(trx: Queries, wanted: readonly RequestedSource[], now: number) {
  const rows = new Map<string, { key: string; size: number; sha256: string }>();
  const of = (one: RequestedSource) => ('upload' in one.source ? one.source.upload : '');
  for (const batch of batches(wanted)) {
    const ids = batch.map(of);
    const found = await trx
      .selectFrom('uploads')
      .innerJoin('blobs', 'blobs.key', 'uploads.blob_key')
      .select(['uploads.id', 'uploads.size', 'uploads.received', 'uploads.finished_at'])
      .select(['uploads.used_at', 'uploads.folder_id', 'uploads.admin_id', 'blobs.key', 'blobs.sha256'])
      .where('uploads.id', 'in', ids)
      .execute();
    for (const one of batch) {
      // Another administrator's upload is treated as missing: knowing its id gives no access.
      const row = found.find(({ id, admin_id }) => id === of(one) && admin_id === one.adminId);
      if (!row || row.folder_id !== null)
        throw invalid(one.field, 'This upload was not found. It may have expired: upload the file again.');
      if (row.finished_at === null) {
        const isWhole = row.received === row.size;
        const msg = isWhole
          ? 'This upload is still on its way into the store. Try again in a minute.'
          : 'This upload is not complete yet.';
        throw conflict(msg, one.field);
      }
      if (row.used_at !== null || rows.has(row.id)) throw used(one.field);
      rows.set(row.id, { key: row.key, size: row.size, sha256: row.sha256 });
    }
    const { numUpdatedRows } = await trx
      .updateTable('uploads')
      .set({ used_at: now })
      .where('id', 'in', ids)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (Number(numUpdatedRows) !== ids.length) throw used(batch[0]?.field ?? 'source');
    const keys = ids.map((id) => rows.get(id)?.key ?? '');
    const kept = await trx
      .updateTable('blobs')
      .set({ state: 'kept' })
      .where('key', 'in', keys)
      .where('state', '=', 'writing')
      .executeTakeFirstOrThrow();
    if (Number(kept.numUpdatedRows) !== ids.length) throw new Error('the bytes of an upload are gone');
  }
  return wanted.map((one) => ({ one, ...(rows.get(of(one)) ?? { key: '', size: 0, sha256: '' }) }));
}

/** Inserts rows for files on the server's disk. */
async function registerFiles(
  trx: Queries,
  { owner, now }: TakenSources,
  files: readonly { key: string; found: LookedAt }[],
) {
  for (const batch of batches(files)) {
    await trx
      .insertInto('blobs')
      .values(
        batch.map(({ key, found }) => ({
          key,
          owner,
          state: 'kept' as const,
          size: found.size,
          sha256: '',
          crc32: 0,
          created_at: now,
          source: found.path,
          mtime_us: found.mtimeUs,
        })),
      )
      .execute();
  }
}

/** Claims a folder of uploads, which must be complete and not empty. */
async function takeFolder(trx: Queries, one: RequestedSource, id: string, now: number): Promise<NewIngest> {
  const folder = 'folder' in one.source ? one.source.folder : '';
  const row = await trx
    .updateTable('folders')
    .set({ used_at: now })
    .where('id', '=', folder)
    .where('admin_id', '=', one.adminId)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!row) throw invalid(one.field, 'This folder was not found, or has been used already.');
  const uploads = trx.selectFrom('uploads').where('folder_id', '=', folder);
  const sums = await uploads
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.count<number>('finished_at').as('finished'),
      eb.fn.coalesce(eb.fn.sum<number>('size'), eb.val(0)).as('size'),
    ])
    .executeTakeFirstOrThrow();
  const open = Number(sums.all) - Number(sums.finished);
  if (open > 0) throw conflict(`${open} files of this folder are not complete yet.`, one.field);
  if (Number(sums.all) === 0) throw invalid(one.field, 'This folder is empty.');
  await trx
    .insertInto('intake_files')
    .columns(['intake_id', 'name', 'blob_key'])
    .expression(
      uploads.select((eb) => [
        eb.cast<string>(eb.val(id), 'text').as('intake_id'),
        eb.fn.coalesce('relative_path', 'file_name').as('name'),
        'blob_key',
      ]),
    )
    .execute();
  const kept = await trx
    .updateTable('blobs')
    .set({ state: 'kept' })
    .where('key', 'in', uploads.select('blob_key'))
    .where('state', '=', 'writing')
    .executeTakeFirstOrThrow();
  // An upload was removed, or created, since they were counted.
  if (Number(kept.numUpdatedRows) !== Number(sums.all))
    throw conflict('The files of this folder have just changed. Try again.', one.field);
  await trx.updateTable('uploads').set({ used_at: now }).where('folder_id', '=', folder).execute();
  const { datasetId, subsetId, source } = one;
  const [size, fileCount] = [Number(sums.size), Number(sums.all)];
  return { id, datasetId, subsetId, kind: 'folder', source, size, fileCount };
}

/**
 * Claims the requested sources, within the caller's transaction: returns hashed files, and adds a job for the others.
 * @throws AppError 400 or 409, with the path of the field
 */
export async function takeSources(
  given: TakenSources,
  wanted: readonly RequestedSource[],
): Promise<ReadyFile[]> {
  const { trx, now, subject } = given;
  const ready: ReadyFile[] = [];
  const intakes: NewIngest[] = [];
  const files: { intake_id: string; name: string; blob_key: string }[] = [];
  const begin = (one: RequestedSource, key: string, size: number) => {
    const id = newId();
    const { datasetId, subsetId, source } = one;
    intakes.push({ id, datasetId, subsetId, kind: 'file', source, size, fileCount: 1 });
    files.push({ intake_id: id, name: one.name, blob_key: key });
  };

  const uploads = wanted.filter(({ source }) => 'upload' in source);
  for (const { one, key, size, sha256 } of await takeUploads(trx, uploads, now)) {
    const { datasetId, subsetId } = one;
    if (sha256 === '') begin(one, key, size);
    else ready.push({ datasetId, subsetId, blob: { key, size, sha256 } });
  }

  const registered: { key: string; found: LookedAt }[] = [];
  for (const one of wanted) {
    const { found, datasetId, subsetId, source } = one;
    if ('folder' in source) intakes.push(await takeFolder(trx, one, newId(), now));
    else if (found?.kind === 'folder')
      intakes.push({ id: newId(), datasetId, subsetId, source, kind: 'folder', size: 0, fileCount: 0 });
    else if (found) {
      const key = newId();
      registered.push({ key, found });
      begin(one, key, found.size);
    }
  }
  await registerFiles(trx, given, registered);
  for (const batch of batches(files)) await trx.insertInto('intake_files').values(batch).execute();
  await beginIngests(trx, intakes, subject, now);
  return ready;
}
