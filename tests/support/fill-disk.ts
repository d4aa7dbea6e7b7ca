import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

const MiB = 1024 * 1024;

/** Something else takes the last block of a disk. */
export async function fillDisk(folder: string): Promise<void> {
  const filler = await open(join(folder, 'filler'), 'a');
  try {
    for (let size = MiB; size >= 512; ) {
      const { bytesWritten } = await filler.write(Buffer.alloc(size)).catch(() => ({ bytesWritten: 0 }));
      if (bytesWritten === 0) size /= 2;
    }
  } finally {
    await filler.close();
  }
}

/** Gives the blocks back. */
export const emptyDisk = (folder: string): Promise<void> => rm(join(folder, 'filler'));
