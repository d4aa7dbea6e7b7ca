import { type FileHandle, open } from 'node:fs/promises';
import type { OpenBlob } from './blob-store.ts';

/** Bytes per chunk of a read without the caller's own buffer. */
const READ_SIZE = 512 * 1024;

/** A local file of the store as an open blob. */
export const openFile = async (path: string): Promise<OpenBlob> =>
  openedFile(await open(path, 'r'), async () => {});

/**
 * An open file as an open blob. Its bytes stay readable while it is open, even if the file is deleted.
 * @param verify checks that the file is still the recorded one
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
        // The file is shorter than recorded: the caller notices the missing bytes.
        if (bytesRead === 0) return;
        yield buffer.subarray(0, bytesRead);
        at += bytesRead;
      }
    },
    close: () => file.close(),
  };
}
