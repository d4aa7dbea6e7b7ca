import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gather } from '../testing/gather.ts';
import { type ImportRoot, importRoot } from '../testing/import-root.ts';
import { UnusableFolder, walk } from './walk.ts';

let root: ImportRoot;
beforeAll(async () => {
  root = await importRoot();
  await chmod(root.path, 0o755);
});
afterAll(() => root.remove());

/** Root may read whatever the modes say: it is somebody else meanwhile. */
async function asNobody<Result>(work: () => Promise<Result>): Promise<Result> {
  if (process.getuid?.() !== 0) return work();
  process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

const walked = (name: string) =>
  asNobody(() => gather(walk([root.path], join(root.path, name), { dotFiles: 0, links: 0, special: 0 })));

test.each([
  ['may be listed and not entered, so that nothing is known of what is in it', 0o444, 'entry "closed/a.txt"'],
  ['may be entered and not listed', 0o111, 'folder "closed"'],
])('decisions §4: a folder that %s fails with the name of what it was', async (_, mode, named) => {
  const name = `tree-${mode}`;
  await root.put(`${name}/b.txt`, 'b');
  await root.put(`${name}/closed/a.txt`, 'a');
  const closed = join(root.path, name, 'closed');
  await chmod(closed, mode);
  try {
    const failure = await walked(name).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UnusableFolder);
    expect(failure).toMatchObject({ message: `The server may not read the ${named}.` });
  } finally {
    await chmod(closed, 0o755);
  }
  expect((await walked(name)).flat().map((file) => file.name)).toEqual(['b.txt', 'closed/a.txt']);
});
