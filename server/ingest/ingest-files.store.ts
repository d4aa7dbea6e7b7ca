import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Source } from '../../contract/sources.ts';
import type { ArchiveFile } from '../archive/index.ts';
import { type Db, type Queries, relaxedDurability } from '../database/index.ts';
import type { RunningJob } from '../queue/index.ts';
import { newId } from '../shared/ids.ts';
import { batches } from './ingests.store.ts';
import type { WalkedFile } from './walk.ts';

export interface OpenIngest {
  id: string;
  datasetId: string;
  subsetId: string | null;
  kind: 'file' | 'folder';
  source: Source;
  size: number;
  fileCount: number;
}

/** A file of an ingest that is not hashed yet. */
export interface UnhashedFile {
  intakeId: string;
  name: string;
  key: string;
  size: number;
  /** Absolute, of a file registered in place. */
  source: string | null;
}

export interface HashedIngestFile extends UnhashedFile {
  sha256: string;
  crc32: number;
  /** Modification time when it was read. */
  mtimeUs: number | null;
}

type Hashes = Pick<HashedIngestFile, 'key' | 'size' | 'sha256' | 'crc32' | 'mtimeUs'>;

/** Rows read at a time. */
const PAGE = 1_000;

/** Queries of the ingest job. Each write checks the job's lease, so that no other process has taken it over. */
export function ingestFilesStore(db: Db, owner: string, now: () => number) {
  const writing = <Result>(job: RunningJob, work: (trx: Queries) => Promise<Result>): Promise<Result> =>
    db.transaction().execute(async (trx) => {
      await job.holding(trx);
      return work(trx);
    });

  /**
   * One statement for many rows: each statement of a transaction is a message to SQLite's writing thread and one from it,
   * which costs more than the row.
   */
  const saveHashes = (files: readonly Hashes[], trx: Queries) => {
    const rows = files.map(
      ({ key, size, sha256, crc32, mtimeUs }) =>
        sql`(${key}, cast(${size} as bigint), ${sha256}, cast(${crc32} as bigint), cast(${mtimeUs} as bigint))`,
    );
    return sql`update blobs set size = found.column2, sha256 = found.column3, crc32 = found.column4,
      mtime_us = coalesce(found.column5, blobs.mtime_us)
      from (values ${sql.join(rows)}) as found where blobs.key = found.column1`.execute(trx);
  };

  const saveProgress = (hashed: ReadonlyMap<string, number>, trx: Queries) => {
    const rows = Array.from(hashed, ([id, bytes]) => sql`(${id}, cast(${bytes} as bigint))`);
    return sql`update intakes set hashed = found.column2
      from (values ${sql.join(rows)}) as found where intakes.id = found.column1`.execute(trx);
  };

  /** Rows of an ingest's files in pages by name, yielding to the event loop in between. */
  async function* pages(intakeId: string, unhashed: boolean) {
    for (let after = ''; ; await turn()) {
      let query = db
        .selectFrom('intake_files')
        .innerJoin('blobs', 'blobs.key', 'intake_files.blob_key')
        .select([
          'intake_files.name',
          'blobs.key',
          'blobs.size',
          'blobs.source',
          'blobs.sha256',
          'blobs.crc32',
        ])
        .where('intake_files.intake_id', '=', intakeId)
        .where('intake_files.name', '>', after)
        .orderBy('intake_files.name')
        .limit(PAGE);
      if (unhashed) query = query.where('blobs.sha256', '=', '');
      const rows = await query.execute();
      yield rows;
      if (rows.length < PAGE) return;
      after = rows.at(-1)?.name ?? '';
    }
  }

  return {
    async open(ids: readonly string[]): Promise<OpenIngest[]> {
      const found: OpenIngest[] = [];
      for (const batch of batches(ids, PAGE)) {
        const rows = await db
          .selectFrom('intakes')
          .select(['id', 'dataset_id', 'subset_id', 'kind', 'source', 'size', 'file_count'])
          .where('id', 'in', batch)
          .where('ended_at', 'is', null)
          .execute();
        const byId = new Map(rows.map((row) => [row.id, row]));
        for (const id of batch) {
          const row = byId.get(id);
          if (!row) continue;
          found.push({
            id,
            datasetId: row.dataset_id,
            subsetId: row.subset_id,
            kind: row.kind,
            source: JSON.parse(row.source) as Source,
            size: row.size,
            fileCount: row.file_count,
          });
        }
      }
      return found;
    },

    /**
     * Registers files found by a walk; those that an interrupted one has registered are left unchanged.
     * @returns the new ones
     */
    addWalked: (job: RunningJob, intakeId: string, files: readonly WalkedFile[]): Promise<UnhashedFile[]> =>
      writing(job, async (trx) => {
        const there = await trx
          .selectFrom('intake_files')
          .select('name')
          .where('intake_id', '=', intakeId)
          .where(
            'name',
            'in',
            files.map(({ name }) => name),
          )
          .execute();
        const known = new Set(there.map(({ name }) => name));
        const fresh = files.filter(({ name }) => !known.has(name)).map((file) => ({ key: newId(), ...file }));
        if (fresh.length === 0) return [];
        await trx
          .insertInto('blobs')
          .values(
            fresh.map(({ key, size, mtimeUs, path }) => ({
              key,
              owner,
              state: 'kept' as const,
              size,
              sha256: '',
              crc32: 0,
              created_at: now(),
              source: path,
              mtime_us: mtimeUs,
            })),
          )
          .execute();
        await trx
          .insertInto('intake_files')
          .values(fresh.map(({ key, name }) => ({ intake_id: intakeId, name, blob_key: key })))
          .execute();
        return fresh.map(({ key, name, size, path }) => ({ intakeId, name, key, size, source: path }));
      }),

    walked: (job: RunningJob, intakeId: string, size: number, fileCount: number, note: string) =>
      writing(job, (trx) =>
        trx
          .updateTable('intakes')
          .set({ size, file_count: fileCount, note })
          .where('id', '=', intakeId)
          .execute(),
      ),

    /** Bytes of an ingest hashed so far. */
    async hashedBytes(intakeId: string): Promise<number> {
      const { size } = await db
        .selectFrom('intake_files')
        .innerJoin('blobs', 'blobs.key', 'intake_files.blob_key')
        .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('blobs.size'), eb.val(0)).as('size'))
        .where('intake_files.intake_id', '=', intakeId)
        .where('blobs.sha256', '!=', '')
        .executeTakeFirstOrThrow();
      return Number(size);
    },

    async *unhashed(intakeId: string): AsyncGenerator<UnhashedFile> {
      for await (const rows of pages(intakeId, true)) {
        for (const { name, key, size, source } of rows) yield { intakeId, name, key, size, source };
      }
    },

    /** For ingests of single files. */
    async unhashedOf(intakeIds: readonly string[]): Promise<UnhashedFile[]> {
      await turn();
      const rows = await db
        .selectFrom('intake_files')
        .innerJoin('blobs', 'blobs.key', 'intake_files.blob_key')
        .select(['intake_files.intake_id', 'intake_files.name', 'blobs.key', 'blobs.size', 'blobs.source'])
        .where('intake_files.intake_id', 'in', intakeIds)
        .where('blobs.sha256', '=', '')
        .execute();
      return rows.map(({ intake_id, ...row }) => ({ intakeId: intake_id, ...row }));
    },

    /** All files, as entries of an archive. */
    async files(intakeId: string): Promise<ArchiveFile[]> {
      const files: ArchiveFile[] = [];
      for await (const rows of pages(intakeId, false)) {
        for (const { name, key, size, sha256, crc32 } of rows)
          files.push({ name, size, sha256, crc32, blob: key });
      }
      return files;
    },

    /**
     * Saves the hashes of several files and their ingests' progress in one commit. With relaxed durability: what a
     * power cut rolls back is hashed again, and finishing an ingest is a later commit, which waits for fsync
     * (docs/decisions/0016).
     */
    save: (job: RunningJob, files: readonly HashedIngestFile[], hashed: ReadonlyMap<string, number>) =>
      relaxedDurability(db, async (trx) => {
        await job.holding(trx);
        if (files.length > 0) await saveHashes(files, trx);
        if (hashed.size > 0) await saveProgress(hashed, trx);
      }),
  };
}

export type IngestFilesStore = ReturnType<typeof ingestFilesStore>;
