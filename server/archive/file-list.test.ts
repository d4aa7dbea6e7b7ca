import { describe, expect, test } from 'vitest';
import { fc } from '../../tests/support/properties.ts';
import { fileAt, nameAt } from './columns.ts';
import { inByteOrder, indexOfFile, makeFileList, runBelow } from './file-list.ts';

const fileNamed = (name: string, size = 1) => ({ name, size, crc32: 7, sha256: 'ab'.repeat(32), blob: 'b' });
/** Names of few letters, so that folders and files meet; beyond the surrogates UTF-16 orders otherwise. */
const names = fc.uniqueArray(
  fc.stringMatching(/^[ab\-/\ufffd🙂é]{1,6}$/u).filter((name) => name.isWellFormed()),
  { maxLength: 40 },
);
const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

describe('releases "Files": a version’s files in the order of their names’ UTF-8 bytes', () => {
  test('as a comparison of all bytes orders them, whatever order they come in', () =>
    fc.assert(
      fc.asyncProperty(names, async (some) => {
        const list = await makeFileList(some.map((name) => fileNamed(name)));
        const listed = some.map((_, i) => fileAt(list, i).name);
        expect(listed).toEqual([...some].sort(byBytes));
        expect((await inByteOrder(some.map((name) => ({ name })))).map(({ name }) => name)).toEqual(listed);
      }),
    ));

  test('each is found by its name, and nothing by another; a folder’s files are one run', () =>
    fc.assert(
      fc.asyncProperty(names, fc.stringMatching(/^[ab\-/🙂]{0,4}$/u), async (some, prefix) => {
        const list = await makeFileList(some.map((name) => fileNamed(name)));
        for (const name of some) expect(nameAt(list, indexOfFile(list, name)).toString()).toBe(name);
        expect(indexOfFile(list, prefix) >= 0).toBe(some.includes(prefix));
        const { start, end } = runBelow(list, Buffer.from(prefix));
        const run = Array.from({ length: end - start }, (_, i) => fileAt(list, start + i).name);
        expect(run).toEqual(some.filter((name) => name.startsWith(prefix)).sort(byBytes));
      }),
    ));

  test('offsets add sizes up, beyond 4 GiB too', async () => {
    const sizes = [0, 5, 2 ** 33, 0, 3];
    const list = await makeFileList(sizes.map((size, i) => fileNamed(`${i}`, size)));
    expect([...list.offsets]).toEqual([0, 0, 5, 5 + 2 ** 33, 5 + 2 ** 33, 8 + 2 ** 33]);
  });
});
