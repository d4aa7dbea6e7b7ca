import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newId } from '../shared/ids.ts';
import { temporaryFolder } from '../testing/databases.ts';
import { diskStore } from './disk-store.ts';
import { partialBlobs } from './resumable.ts';

test('faults, disk full: a deleted partial file gives its room back though somebody still reads it', async () => {
  const folder = await temporaryFolder();
  const fatal = (error: unknown) => {
    throw error;
  };
  const partial = partialBlobs(folder.path, diskStore(folder.path, fatal), fatal);
  const key = newId();
  await partial.create(key);
  const writer = await partial.open(key);
  await writer.write(Buffer.alloc(1024 * 1024, 7));
  await writer.close();
  const reader = await open(partial.path(key), 'r');
  try {
    expect((await reader.stat()).size).toBe(1024 * 1024);
    await partial.delete(key);
    expect((await reader.stat()).blocks).toBe(0);
    expect(await readdir(join(folder.path, 'uploads'))).toEqual([]);
    await partial.delete(key);
  } finally {
    await reader.close();
    await folder.remove();
  }
});
