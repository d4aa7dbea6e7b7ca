import { describe, expect, test } from 'vitest';
import { fc } from '../../tests/support/properties.ts';
import { changesBetween } from './changes.ts';
import { fileAt } from './columns.ts';
import { type FileList, makeFileList } from './file-list.ts';
import { inTurns } from './steps.ts';

/** Names to contents. */
type Tree = Record<string, string>;

const hex = (content: string) => Buffer.from(content).toString('hex').padEnd(64, '0');
const listed = (tree: Tree): Promise<FileList> =>
  makeFileList(
    Object.entries(tree).map(([name, content]) => ({
      name,
      size: content.length,
      crc32: 0,
      sha256: hex(content),
      blob: content,
    })),
  );

/** The changes with names for indexes. */
async function changes(before: Tree, after: Tree) {
  const [a, b] = [await listed(before), await listed(after)];
  const { list, same } = await inTurns(changesBetween(a, b));
  return {
    same,
    list: list.map((change) => ({
      kind: change.kind,
      ...('before' in change && { before: fileAt(a, change.before).name }),
      ...('after' in change && { after: fileAt(b, change.after).name }),
    })),
  };
}

/** Few names and fewer contents, so that trees meet; some names sort otherwise in UTF-16. */
const trees = fc.dictionary(
  fc.constantFrom('a', 'a/b', 'b', 'b-', '\ufffd', '🙂', 'é', 'c/1', 'c/2'),
  fc.constantFrom('', '1', '2', '3'),
);
const byBytes = (a = '', b = '') => Buffer.compare(Buffer.from(a), Buffer.from(b));

describe('releases "Changes": what differs between two versions’ files', () => {
  test('each kind, in the order of the names', async () => {
    const before = { 'a.csv': '1', 'b.csv': '2', 'c.csv': '3', 'd.csv': '4', same: '5' };
    const after = { 'a.csv': '1!', 'b2.csv': '2', 'd.csv': '4', e: '6', same: '5', 'z/c.csv': '3' };
    expect(await changes(before, after)).toEqual({
      same: 2,
      list: [
        { kind: 'changed', before: 'a.csv', after: 'a.csv' },
        { kind: 'moved', before: 'b.csv', after: 'b2.csv' },
        { kind: 'added', after: 'e' },
        { kind: 'moved', before: 'c.csv', after: 'z/c.csv' },
      ],
    });
  });

  test('of several with the same bytes each moves once; a copy beside the original is added', async () => {
    expect(await changes({ a: '1', b: '1', keep: '2' }, { c: '1', copy: '2', keep: '2' })).toEqual({
      same: 1,
      list: [
        { kind: 'removed', before: 'b' },
        { kind: 'moved', before: 'a', after: 'c' },
        { kind: 'added', after: 'copy' },
      ],
    });
  });

  test('who has the former files and does what it says has the present ones, and nothing is said twice', () =>
    fc.assert(
      fc.asyncProperty(trees, trees, async (before, after) => {
        const { list, same } = await changes(before, after);
        const made = new Map(Object.entries(before));
        for (const { before: name } of list) if (name !== undefined) made.delete(name);
        for (const { kind, before: from, after: to } of list)
          if (to !== undefined)
            made.set(to, (kind === 'moved' ? before[from ?? ''] : undefined) ?? after[to] ?? '');
        expect(Object.fromEntries(made)).toEqual(after);
        const said = [list.map((one) => one.before), list.map((one) => one.after)].map((names) =>
          names.filter((name) => name !== undefined),
        );
        for (const names of said) expect(new Set(names).size).toBe(names.length);
        expect(said.map((names) => names.length + same)).toEqual(
          [before, after].map((t) => Object.keys(t).length),
        );
        const places = list.map(({ before: from, after: to }) => to ?? from);
        expect(places).toEqual([...places].sort(byBytes));
      }),
    ));

  test('the least is said: what has the same name and bytes is not, and none of the rest could have moved', () =>
    fc.assert(
      fc.asyncProperty(trees, trees, async (before, after) => {
        const { list } = await changes(before, after);
        for (const { kind, before: from = '', after: to = '' } of list) {
          if (kind === 'changed') expect(before[from]).not.toBe(after[to]);
          if (kind === 'moved')
            expect([before[from], from in after, to in before]).toEqual([after[to], false, false]);
        }
        const bytesOf = (kind: string, tree: Tree, name: 'before' | 'after') =>
          list.filter((one) => one.kind === kind).map((one) => tree[one[name] ?? '']);
        const added = bytesOf('added', after, 'after');
        expect(bytesOf('removed', before, 'before').filter((bytes) => added.includes(bytes))).toEqual([]);
      }),
    ));
});
