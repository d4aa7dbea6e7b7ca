import { encodeLayout, makeLayoutInTurns } from '../archive/index.ts';
import type { Db } from '../database/index.ts';
import type { RunningJob } from '../queue/index.ts';
import type { BlobLedger } from '../storage/index.ts';
import { archiveFiles } from './composition.store.ts';
import { installWhole, lockDataset, supersede, wholeToMake } from './dataset-archive.store.ts';
import { freezeSoon } from './freezing.store.ts';

interface Dependencies {
  db: Db;
  ledger: BlobLedger;
  /** Called at the end: the new archive may need its hash. */
  done: () => void;
  now: () => number;
}

/**
 * The job that computes the layout of a large dataset's archive. It does so outside of any transaction, so that no lock
 * is held, and commits only if the composition is unchanged.
 */
export function datasetArchiveJob({ db, ledger, done, now }: Dependencies) {
  /** @returns false when the composition has changed meanwhile */
  async function tryOnce(datasetId: string, job: RunningJob): Promise<boolean> {
    const { former, next } = await wholeToMake(db, datasetId);
    if (next === undefined) return true;
    const made = next === 'none' ? undefined : await makeLayoutInTurns(await archiveFiles(ledger, next));
    job.signal.throwIfAborted();
    const encoded = made && encodeLayout(made);
    if (encoded && encoded.etag === former?.etag) return true;
    const blob = encoded && (await ledger.write(once(encoded.bytes)));
    let used = false;
    try {
      return await db.transaction().execute(async (trx) => {
        await job.holding(trx);
        await lockDataset(trx, datasetId);
        const still = await wholeToMake(trx, datasetId);
        const version = (one: typeof still.next) => (typeof one === 'object' ? one.version : one);
        if (still.former?.id !== former?.id || version(still.next) !== version(next)) return false;
        if (made && encoded && blob) {
          await installWhole(
            trx,
            ledger,
            { datasetId, former, layout: made, etag: encoded.etag, blob },
            now(),
          );
          used = true;
        } else if (former) await supersede(trx, former.id, now());
        await freezeSoon(trx, datasetId, now());
        return true;
      });
    } catch (error) {
      used = false;
      throw error;
    } finally {
      if (blob && !used) await ledger.discard([blob.key]);
    }
  }

  return async (job: RunningJob): Promise<void> => {
    const { datasetId } = job.payload as { datasetId: string };
    while (!(await tryOnce(datasetId, job))) job.signal.throwIfAborted();
    done();
  };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
