import { mkdir, open, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** When all files were last written; whole seconds survive every call. */
export const WRITTEN = new Date(1_700_000_000_000);

/** Files of zeros that take no room on the disk, 1,000 to a folder. */
export async function sparseTree(root: string, count: number, size: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const folder = join(root, String(Math.floor(i / 1_000)).padStart(3, '0'));
    if (i % 1_000 === 0) await mkdir(folder, { recursive: true });
    const path = join(folder, `${String(i % 1_000).padStart(3, '0')}.bin`);
    const file = await open(path, 'w');
    await file.truncate(size);
    await file.close();
    await utimes(path, WRITTEN, WRITTEN);
  }
}
