import { filesOf, inByteOrder } from '../archive/index.ts';
import type { Db, Queries } from '../database/index.ts';
import type { RunningJob } from '../queue/index.ts';
import { isDiskFull } from '../shared/errors.ts';
import type { BlobLedger } from '../storage/index.ts';
import { archiveFiles, composition } from './composition.store.ts';
import { currentWhole, lockDataset, type Whole } from './dataset-archive.store.ts';
import { subsetRows } from './datasets.store.ts';
import {
  assertFreezable,
  fixedParts,
  freezeSoon,
  isFrozen,
  lacksFile,
  openIntakes,
  sameName,
} from './freezing.store.ts';
import { fileNameOf } from './paths.ts';
import { type HashedFile, releaseHash } from './release-hash.ts';
import { readLayout } from './stored-layout.ts';

interface Dependencies {
  db: Db;
  ledger: Pick<BlobLedger, 'readStored'>;
  now: () => number;
}

/** The files of a version as they are, or that something is missing. */
interface Found {
  /** Equal as long as nothing changed. */
  parts: string;
  whole: Whole;
  files: HashedFile[];
}

/** Freezes versions when everything of them is hashed (releases.md, "Freezing"). */
export function freezing({ db, ledger, now }: Dependencies) {
  const isWaiting = async (datasetId: string): Promise<boolean> =>
    (await openIntakes(db, datasetId)).length > 0 || lacksFile(await subsetRows(db, datasetId).execute());

  /** @returns undefined while files are being hashed or laid out, or one could not be taken in */
  async function found(datasetId: string): Promise<Found | undefined> {
    const parts = await fixedParts(db, datasetId);
    const whole = await currentWhole(db, datasetId);
    const composed = await composition(db, datasetId);
    if (!whole || composed.waiting > 0 || (await isWaiting(datasetId))) return undefined;
    const files: HashedFile[] = await archiveFiles(ledger, composed);
    if (whole.kind === 'zip') return (await isOf(whole, files)) ? { parts, whole, files } : undefined;
    const { path } = await db
      .selectFrom('datasets')
      .select('path')
      .where('id', '=', datasetId)
      .executeTakeFirstOrThrow();
    return { parts, whole, files: [...files, { name: fileNameOf(path), sha256: whole.sha256 ?? '' }] };
  }

  /** Whether the archive is the one of these files, and not a former one. */
  async function isOf({ blob_key }: Whole, files: readonly HashedFile[]): Promise<boolean> {
    const blob = await db
      .selectFrom('blobs')
      .select('size')
      .where('key', '=', blob_key)
      .executeTakeFirstOrThrow();
    const layout = await readLayout({ read: ledger.readStored }, blob_key, blob.size);
    return (await hashOf([...filesOf(layout)])) === (await hashOf(files));
  }

  /** @throws AppError 409 when two files have one name */
  function assertApart(files: readonly HashedFile[]): void {
    const names = new Set<string>();
    for (const { name } of files) {
      if (names.has(name)) throw sameName(name);
      names.add(name);
    }
  }

  /** @returns whether it is frozen now */
  async function freezeIfReady(
    datasetId: string,
    holding?: (trx: Queries) => Promise<void>,
  ): Promise<boolean> {
    const ready = await found(datasetId);
    if (!ready) return isFrozen(db, datasetId);
    assertApart(ready.files);
    const release_hash = await hashOf(ready.files);
    return db.transaction().execute(async (trx) => {
      await holding?.(trx);
      await lockDataset(trx, datasetId);
      const same = (await fixedParts(trx, datasetId)) === ready.parts;
      if (!same || (await currentWhole(trx, datasetId))?.id !== ready.whole.id) return false;
      await trx
        .updateTable('datasets')
        .set({ frozen_at: now(), release_hash, updated_at: now() })
        .where('id', '=', datasetId)
        .where('frozen_at', 'is', null)
        .where('freeze_asked_at', 'is not', null)
        .execute();
      return true;
    });
  }

  return {
    /**
     * Asks for it within the caller's transaction; `freezeAtOnce` may then do it at once.
     * @throws AppError 409 when it cannot be frozen as it is
     */
    async ask(trx: Queries, datasetId: string): Promise<void> {
      await assertFreezable(trx, datasetId);
      await trx
        .updateTable('datasets')
        .set({ freeze_asked_at: now() })
        .where('id', '=', datasetId)
        .where('frozen_at', 'is', null)
        .execute();
      await freezeSoon(trx, datasetId, now());
    },

    /**
     * Freezes it if it is ready. On a full disk that is left to the job, which was added when it was asked for: a 507
     * would say of the change that has just been committed that nothing was stored.
     */
    async freezeAtOnce(datasetId: string): Promise<void> {
      await freezeIfReady(datasetId).catch((error: unknown) => {
        if (!isDiskFull(error)) throw error;
      });
    },

    /** The job. What is still being hashed adds it anew when it is done. */
    async job(job: RunningJob): Promise<void> {
      const { datasetId } = job.payload as { datasetId: string };
      if (await freezeIfReady(datasetId, job.holding)) return;
      const composed = await composition(db, datasetId);
      if (composed.waiting > 0 || (await isWaiting(datasetId))) return;
      if ((await currentWhole(db, datasetId)) !== undefined)
        throw new Error('The archive of this version is still being laid out.');
    },
  };
}

const hashOf = async (files: readonly HashedFile[]) => releaseHash(await inByteOrder(files));

export type Freezing = ReturnType<typeof freezing>;
