import type { Db } from '../database/index.ts';
import { factsOf } from '../shared/open-in-place.ts';
import type { OpenBlob } from './blob-store.ts';
import { type IntegrityFault, isSame, openRegistered, unavailable } from './in-place.ts';
import { openedFile } from './shared-files.ts';

interface RegisteredFile {
  key: string;
  /** Absolute. */
  source: string;
  size: number;
  mtime_us: number | null;
  mark: IntegrityFault | null;
}

/** Reads files registered in place, and stores their integrity faults. */
export function inPlaceStore(db: Db, roots: readonly string[], now: () => number) {
  /** Stores a fault once, by the first who finds it; notices report it (server/notices/fault-notices.ts). */
  const setMark = (key: string, mark: 'changed' | 'vanished') =>
    db
      .updateTable('blobs')
      .set({ mark, marked_at: now() })
      .where('key', '=', key)
      .where('mark', 'is', null)
      .execute();

  /**
   * Clears the fault: after a disk was mounted again, the file is the registered one, to the microsecond. The scrub's
   * last look, which found no such file, was no verification.
   */
  const clearMark = (key: string) =>
    db
      .updateTable('blobs')
      .set({ mark: null, marked_at: null, scrubbed_at: null })
      .where('key', '=', key)
      .where('mark', 'in', ['changed', 'vanished'])
      .execute();

  return {
    /** @throws AppError 503 when it is missing or has changed; the fault is stored then */
    async open({ key, source, size, mtime_us, mark }: RegisteredFile): Promise<OpenBlob> {
      const expected = { size, mtimeUs: mtime_us ?? 0 };
      const found = await openRegistered(roots, source, expected);
      if (typeof found === 'string') {
        if (found !== 'corrupt') await setMark(key, found);
        throw unavailable(found);
      }
      if (mark !== null) await clearMark(key);
      return openedFile(found, async () => {
        if (isSame(await factsOf(found), expected)) return;
        await setMark(key, 'changed');
        throw unavailable('changed');
      });
    },
  };
}
