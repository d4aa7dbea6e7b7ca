import type { RunningJob } from '../queue/index.ts';
import type { IngestFilesStore, OpenIngest, UnhashedFile } from './ingest-files.store.ts';
import { leftOutWords, UnusableFolder, walk } from './walk.ts';

/**
 * Characters of the names queued for hashing; beyond it, names are read again from the database after the walk. 100,000
 * files of usual names fit.
 */
const AHEAD = 16 * 1024 * 1024;

const charactersOf = (files: UnhashedFile[]): number =>
  files.reduce((sum, { name, source }) => sum + name.length + (source?.length ?? 0), 0);

interface Listener {
  /** Called with the bytes found. */
  found: (bytes: number) => void;
  /** Called when the folder's total size is stored. */
  counted: () => void;
}

interface Dependencies {
  store: IngestFilesStore;
  roots: readonly string[];
}

/**
 * Registers a folder's files, and yields them for hashing meanwhile: the walk is not throttled by hashing, since the
 * total is known only at its end.
 */
export function folderWalker({ store, roots }: Dependencies) {
  return async function* walkFolder(
    job: RunningJob,
    { id }: OpenIngest,
    path: string,
    { found, counted }: Listener,
  ): AsyncGenerator<UnhashedFile> {
    const ahead: UnhashedFile[][] = [];
    let waiting = 0;
    const given = new Set<string>();
    let left = false;
    let over = false;
    let stopped = false;
    let wake = () => {};

    async function register(): Promise<void> {
      const leftOut = { dotFiles: 0, links: 0, special: 0 };
      let size = 0;
      let fileCount = 0;
      for await (const files of walk(roots, path, leftOut)) {
        job.signal.throwIfAborted();
        if (stopped) return;
        if (files.length === 0) continue;
        const fresh = await store.addWalked(job, id, files);
        const bytes = files.reduce((sum, file) => sum + file.size, 0);
        fileCount += files.length;
        size += bytes;
        found(bytes);
        // An interrupted walk has registered the others.
        if (fresh.length < files.length) left = true;
        if (waiting < AHEAD) {
          ahead.push(fresh);
          waiting += charactersOf(fresh);
        } else left = true;
        wake();
      }
      const note = leftOutWords(leftOut);
      if (fileCount === 0) throw new UnusableFolder(`There is no file in this folder. ${note}`.trim());
      await store.walked(job, id, size, fileCount, note);
      counted();
    }

    let failure: { error: unknown } | undefined;
    const registering = register()
      .catch((error: unknown) => {
        failure = { error };
      })
      .finally(() => {
        over = true;
        wake();
      });
    try {
      while (!failure) {
        const batch = ahead.shift();
        for (const file of batch ?? []) {
          given.add(file.key);
          yield file;
        }
        if (batch) {
          waiting -= charactersOf(batch);
          continue;
        }
        if (over) break;
        await new Promise<void>((resume) => {
          wake = resume;
        });
      }
      if (failure) throw failure.error;
      if (left) for await (const file of store.unhashed(id)) if (!given.has(file.key)) yield file;
    } finally {
      stopped = true;
      await registering;
    }
  };
}
