import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { makeLayout } from '../../server/archive/index.ts';
import { fc } from '../support/properties.ts';
import { type Reader, readers } from './readers.ts';
import { apart, sha256, stored, type Tree, trees, writeArchive } from './trees.ts';

async function agrees(reader: Reader, path: string, tree: Tree): Promise<void> {
  const { nameOf = (name) => name } = reader;
  const names = [...tree.keys()].map(nameOf).sort();
  expect((await reader.test(path)).map(nameOf).sort(), `names, by ${reader.name}`).toEqual(names);
  if (!apart(names)) return;
  const expected = new Map([...tree].map(([name, bytes]) => [nameOf(name), sha256(bytes)]));
  const found = new Map([...(await reader.extract(path))].map(([name, hash]) => [nameOf(name), hash]));
  expect(found, `contents, by ${reader.name}`).toEqual(expected);
}

/** Random small folders: each reader accepts the archive and takes out the same names and bytes. */
export async function readersAgree(count: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-zip-'));
  const path = join(folder, 'a.zip');
  try {
    const property = fc.asyncProperty(trees, async (tree) => {
      await writeArchive(makeLayout(stored(tree).files), tree, path);
      await Promise.all(readers.map((reader) => agrees(reader, path, tree)));
    });
    await fc.assert(property, { numRuns: count, endOnFailure: true });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
