import { join } from 'node:path';
import { textsOf } from '../../contract/dataset-texts.ts';
import { auditBy } from '../auth/index.ts';
import type { Config } from '../config.ts';
import { databaseClock, instanceIdOf, openDatabase } from '../database/index.ts';
import { changer, freezing } from '../datasets/index.ts';
import { datasetAdminStore } from '../features/dataset-admin/index.ts';
import { hashPool } from '../hashing/index.ts';
import { datasetFiles, sourceReader, takeInFiles } from '../ingest/index.ts';
import { jobQueue } from '../queue/index.ts';
import { newId } from '../shared/ids.ts';
import { blobLedger, openBlobStore } from '../storage/index.ts';
import type { ImportOptions } from './import-options.ts';
import type { PlannedSubset } from './import-plan.ts';

/**
 * The services of a command: database, blob store and job queue, beside a server that may be running. It does not lock
 * the data folder: either process may claim a job's lease, and the other sees it finished.
 */
export async function createImportContext(config: Config) {
  const onError = (error: unknown) => console.error(error);
  const owner = instanceIdOf(config.dataDir);
  const fatal = (error: unknown) => {
    console.error('The storage failed, ending:', error);
    process.exit(70);
  };
  const db = await openDatabase(config.databaseUrl ?? join(config.dataDir, 'vitrine.sqlite'), onError, {
    onFatal: fatal,
    mayUpgrade: false,
  });
  const clock = await databaseClock(db, onError);
  const { now } = clock;
  const blobs = await openBlobStore(config, { onError, onFatal: fatal });
  const roots = config.importRoots;
  const ledger = blobLedger(db, blobs, owner, now, roots, undefined, onError);
  const pool = hashPool();
  const queue = jobQueue({ db, name: `${owner} import ${process.pid} `, now, onError });
  takeInFiles({ db, ledger, queue, pool, roots, owner, hashSoon: () => {}, now });
  const change = changer(db, ledger);
  const datasets = datasetAdminStore(
    db,
    change,
    datasetFiles(ledger, owner),
    freezing({ db, ledger, now }).ask,
  );
  const sources = sourceReader(roots);

  return {
    db,

    /**
     * Adds a dataset whose subsets are files and folders on the disk, and its entry in the audit log.
     * @param who the operating system's user name
     * @throws AppError 409 when its name and version, or a path, are taken
     */
    async addDataset(
      options: ImportOptions,
      planned: readonly PlannedSubset[],
      who: string,
    ): Promise<string> {
      const { name, version, modalityName, path, publish } = options;
      await datasets.assertFree(name, version, path);
      const subsets = await sources.ofSubsets(
        planned.map((one) => ({ path: one.path, desc: '', source: { import: one.source } })),
        null,
      );
      const id = newId();
      const at = now();
      const status = publish ? 'published' : 'draft';
      const published_at = publish ? at : null;
      const fields = { id, name, version, modality_name: modalityName, path, ...textsOf({}), sort: 0 };
      const dataset = { ...fields, status, created_at: at, published_at } as const;
      const after = {
        status,
        folder: options.folder,
        subsets: subsets.length,
      };
      const admin = { id: 'command line', name: `${who} (command line)` };
      const audit = auditBy(now)(admin, 'vitrine import', '');
      await datasets.add(dataset, { subsets }, at, (trx) =>
        audit(trx, { subject: `${name} ${version}`, after }),
      );
      queue.poke();
      return id;
    },

    /** Resolves when this process has no job left. */
    idle: queue.idle,

    async close(): Promise<void> {
      await queue.stop();
      await pool.close();
      await clock.stop();
      await db.destroy();
    },
  };
}
