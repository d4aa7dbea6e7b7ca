import { readdirSync, readlinkSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/databases.ts';
import { sharedFiles } from './shared-files.ts';

/** Number of this process's descriptors of a file (Linux). */
const opened = (path: string): number =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(path);
    } catch {
      return false;
    }
  }).length;

test('many readers share one open file; a deleted one is let go as soon as the last reader is done', async () => {
  const folder = await temporaryFolder();
  const path = join(folder.path, 'a');
  await writeFile(path, 'bytes');
  const files = sharedFiles();
  const readers = await Promise.all(Array.from({ length: 10 }, () => files.open(path)));
  expect(opened(path)).toBe(1);
  await readers[0]?.close();
  await readers[0]?.close();
  files.forget(path);
  await rm(path);
  for await (const piece of readers[1]?.read(0, 5) ?? []) expect(piece.toString()).toBe('bytes');
  for (const reader of readers) await reader.close();
  await expect.poll(() => opened(path)).toBe(0);
  await expect(files.open(path)).rejects.toThrow('ENOENT');

  // Not deleted: stays open for the grace period, then closes.
  await writeFile(path, 'again');
  await (await files.open(path)).close();
  expect(opened(path)).toBe(1);
  await expect.poll(() => opened(path), { timeout: 10_000 }).toBe(0);
  await folder.remove();
});
