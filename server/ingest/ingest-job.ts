import { defaultThreads } from '../hashing/index.ts';
import type { RunningJob } from '../queue/index.ts';
import { AppError } from '../shared/errors.ts';
import { groupCommit } from './group-commit.ts';
import { FileProblem, type fileHasher } from './hash-file.ts';
import type { HashedIngestFile, IngestFilesStore, OpenIngest, UnhashedFile } from './ingest-files.store.ts';
import { batches } from './ingests.store.ts';
import type { finishStore } from './install.store.ts';
import { UnusableFolder } from './walk.ts';
import { folderWalker } from './walk-folder.ts';

/** Files that are opened and queued for a thread, so that none idles even on a busy machine. */
const AT_ONCE = 32 * defaultThreads() + 32;
/** Files per commit: few, since a crash loses the uncommitted hashes. */
const COMMIT = 32;
/** Ingests finished per transaction. */
const FINISH = 250;
/** ms between writes of a large file's progress. */
const REPORT_EVERY = 1_000;

interface Dependencies {
  store: IngestFilesStore;
  finish: ReturnType<typeof finishStore>;
  hashFile: ReturnType<typeof fileHasher>;
  roots: readonly string[];
  /** Called at the end: there may be further work. */
  done: () => void;
}

/**
 * The job that hashes ingested files. It resumes where a former attempt ended: hashed files are not hashed again,
 * except for those in progress at a crash.
 */
export function ingestJob({ store, finish, hashFile, roots, done }: Dependencies) {
  const walkFolder = folderWalker({ store, roots });

  /** Fails ingests, with the reason of each. */
  async function failAll(job: RunningJob, failed: ReadonlyMap<OpenIngest, string>): Promise<void> {
    for (const [datasetId, some] of Map.groupBy(failed, ([ingest]) => ingest.datasetId)) {
      const failures = some.map(([{ id }, failure]) => ({ intakeId: id, failure }));
      for (const batch of batches(failures, FINISH)) await finish.failAll(job, datasetId, batch);
    }
  }

  /** Hashes the remaining files; an ingest with an unreadable file fails, and the others continue. */
  async function hashAll(job: RunningJob, intakes: readonly OpenIngest[]): Promise<void> {
    let total = intakes.reduce((sum, { size }) => sum + size, 0);
    /** Bytes of hashed files, by ingest. */
    const hashed = new Map<string, number>();
    /** Bytes hashed of the files in progress. */
    const inHand = new Map<UnhashedFile, number>();
    const inHandOf = (id?: string): number => {
      let sum = 0;
      for (const [{ intakeId }, bytes] of inHand) if (id === undefined || intakeId === id) sum += bytes;
      return sum;
    };
    /** Folders still being walked, whose total size is unknown. */
    const uncounted = new Set<string>();
    /** Reason, by ingest. */
    const failed = new Map<string, string>();
    const running = new Set<Promise<void>>();
    const stopping = new AbortController();
    const signal = AbortSignal.any([job.signal, stopping.signal]);
    let all = 0;
    let reportedAt = performance.now();

    const commits = groupCommit<HashedIngestFile | string>(async (batch) => {
      const found = batch.filter((one) => typeof one !== 'string');
      const touched = batch.map((one) => (typeof one === 'string' ? one : one.intakeId));
      const counted = touched.filter((id) => !uncounted.has(id));
      await store.save(job, found, new Map(counted.map((id) => [id, (hashed.get(id) ?? 0) + inHandOf(id)])));
    }, COMMIT);

    /** Reports progress within a large file. */
    const report = (file: UnhashedFile, bytes: number): void => {
      inHand.set(file, bytes);
      if (performance.now() - reportedAt < REPORT_EVERY) return;
      reportedAt = performance.now();
      job.progress(all + inHandOf(), total);
      for (const id of new Set(Array.from(inHand.keys(), ({ intakeId }) => intakeId))) commits.add(id);
    };

    async function hashOne(file: UnhashedFile): Promise<void> {
      const { intakeId } = file;
      try {
        const found = await hashFile(file, { signal, onProgress: (bytes) => report(file, bytes) });
        inHand.delete(file);
        hashed.set(intakeId, (hashed.get(intakeId) ?? 0) + found.size);
        all += found.size;
        job.progress(all + inHandOf(), total);
        commits.add(found);
      } catch (error) {
        inHand.delete(file);
        if (!(error instanceof FileProblem)) throw error;
        if (!failed.has(intakeId)) failed.set(intakeId, error.message);
      }
    }

    async function* folder(ingest: OpenIngest): AsyncGenerator<UnhashedFile> {
      const { id, fileCount, source } = ingest;
      const before = await store.hashedBytes(id);
      hashed.set(id, before);
      all += before;
      if (fileCount > 0 || !('import' in source)) {
        yield* store.unhashed(id);
        return;
      }
      uncounted.add(id);
      try {
        yield* walkFolder(job, ingest, source.import, {
          found(bytes) {
            total += bytes;
          },
          counted: () => uncounted.delete(id),
        });
      } catch (error) {
        if (!(error instanceof UnusableFolder)) throw error;
        failed.set(id, error.message);
      } finally {
        uncounted.delete(id);
      }
    }

    /** The files left to hash: single files together, then folders one after the other. */
    async function* unhashed(): AsyncGenerator<UnhashedFile> {
      const files = intakes.filter(({ kind }) => kind === 'file').map(({ id }) => id);
      for (const ids of batches(files)) {
        const left = await store.unhashedOf(ids);
        // Resets the progress that a former attempt reported of an unfinished file.
        await store.save(job, [], new Map(left.map(({ intakeId }) => [intakeId, 0])));
        yield* left;
      }
      for (const ingest of intakes) if (ingest.kind === 'folder') yield* folder(ingest);
    }

    try {
      for await (const file of unhashed()) {
        signal.throwIfAborted();
        if (failed.has(file.intakeId)) continue;
        const one = hashOne(file).finally(() => running.delete(one));
        one.catch((error: unknown) => stopping.abort(error));
        running.add(one);
        if (running.size >= AT_ONCE) await Promise.race(running);
        if (commits.isFull()) await commits.flush();
      }
      await Promise.all(running);
      await commits.flush();
    } finally {
      stopping.abort();
    }
    const problems = intakes.flatMap((one) => {
      const problem = failed.get(one.id);
      return problem === undefined ? [] : [[one, problem] as const];
    });
    await failAll(job, new Map(problems));
  }

  async function finishAll(job: RunningJob, intakes: readonly OpenIngest[]): Promise<void> {
    const single = intakes.filter(({ kind }) => kind === 'file');
    for (const [datasetId, files] of Map.groupBy(single, (one) => one.datasetId))
      for (const batch of batches(files, FINISH)) await finish.finishFiles(job, datasetId, batch);
    for (const ingest of intakes) {
      if (ingest.kind === 'file') continue;
      try {
        await finish.finishFolder(job, ingest);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 409) throw error;
        await failAll(job, new Map([[ingest, error.message]]));
      }
    }
  }

  const openOf = ({ payload }: RunningJob) => store.open((payload as { intakes: string[] }).intakes);

  return {
    async run(job: RunningJob): Promise<void> {
      await hashAll(job, await openOf(job));
      await finishAll(job, await openOf(job));
      done();
    },

    /** When it is tried no more: nothing else would end its ingests, and their version could neither freeze nor go on. */
    async failed(job: RunningJob, note: string): Promise<void> {
      const failure = `It could not be taken in: ${note}`;
      await failAll(job, new Map((await openOf(job)).map((ingest) => [ingest, failure])));
      done();
    },
  };
}
