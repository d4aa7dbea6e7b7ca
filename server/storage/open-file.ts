import { type FileHandle, open } from 'node:fs/promises';
import type { OpenBlob } from './blob-store.ts';

/** One piece of a file that is read without a buffer of the reader's own. */
const READ_SIZE = 512 * 1024;

/** A local file that nobody but us writes, as an open blob. */
export const openFile = async (path: string): Promise<OpenBlob> =>
  openedFile(await open(path, 'r'), async () => {});

/**
 * An open file as an open blob. Its bytes stay readable while it is open, also when the file is deleted meanwhile.
 * @param verify looks whether the file is still the recorded one
 */
export function openedFile(file: FileHandle, verify: () => Promise<void>): OpenBlob {
  return {
    file,
    verify,
    async *read(start, end) {
      for (let at = start; at < end; ) {
        const { buffer, bytesRead } = await file.read(
          Buffer.allocUnsafe(Math.min(READ_SIZE, end - at)),
          0,
          null,
          at,
        );
        // A file that is shorter than its record: the reader sees that bytes are missing.
        if (bytesRead === 0) return;
        yield buffer.subarray(0, bytesRead);
        at += bytesRead;
      }
    },
    close: () => file.close(),
  };
}
