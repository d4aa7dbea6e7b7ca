import { describe, expect, test } from 'vitest';
import type { FileEntry } from '../../../contract/files.ts';
import { fc } from '../../../tests/support/properties.ts';
import { makeFileList } from '../../archive/index.ts';
import { countOf, entriesAt, listingOf, type Wanted } from './tree.ts';

const bytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Paths of few letters, so that folders have siblings that begin as they do; none is a file and a folder. */
const paths = fc
  .uniqueArray(
    fc
      .array(fc.stringMatching(/^[aB\-é🙂]{1,2}$/u), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join('/'))
      .filter((path) => path.isWellFormed()),
    { maxLength: 60 },
  )
  .map((some) => some.filter((path) => !some.some((other) => other.startsWith(`${path}/`))));

/** The same, said in the simplest way. */
function simply(files: { path: string; size: number }[], { prefix, recursive, keyword }: Wanted) {
  const below = prefix === '' ? '' : `${prefix}/`;
  const inside = files.filter(({ path }) => path.startsWith(below));
  if (inside.length === 0 && prefix !== '') return undefined;
  const shown = (some: typeof files) =>
    some.sort((a, b) => bytes(a.path, b.path)).map(({ path, size }) => ({ type: 'file', path, size }));
  if (recursive || keyword !== '')
    return shown(inside.filter(({ path }) => path.toLowerCase().includes(keyword.toLowerCase())));
  const folders = new Map<string, { size: number; fileCount: number }>();
  for (const { path, size } of inside) {
    const [first = '', ...rest] = path.slice(below.length).split('/');
    if (rest.length === 0) continue;
    const known = folders.get(below + first) ?? { size: 0, fileCount: 0 };
    folders.set(below + first, { size: known.size + size, fileCount: known.fileCount + 1 });
  }
  return [
    ...[...folders].sort(([a], [b]) => bytes(a, b)).map(([path, of]) => ({ type: 'folder', path, ...of })),
    ...shown(inside.filter(({ path }) => !path.slice(below.length).includes('/'))),
  ];
}

const plain = ({ sha256: _, contentType: __, ...entry }: FileEntry) => entry;

describe('releases "Files": the tree', () => {
  test('folders first, then by UTF-8 bytes, with what is below them; recursive; by a keyword: as said simply', () =>
    fc.assert(
      fc.asyncProperty(
        paths,
        fc.boolean(),
        fc.constantFrom('', '', 'A', 'b/', '🙂'),
        async (some, recursive, keyword) => {
          const files = some.map((path, i) => ({ path, size: i }));
          const list = await makeFileList(
            files.map(({ path, size }) => ({
              name: path,
              size,
              crc32: 0,
              sha256: '00'.repeat(32),
              blob: 'b',
            })),
          );
          const folders = new Set(
            some.flatMap((path) => path.split('/').map((_, i, all) => all.slice(0, i).join('/'))),
          );
          for (const prefix of [...folders, '', 'nowhere', ...some.slice(0, 1)]) {
            const wanted = { prefix, recursive, keyword };
            const expected = simply(files, wanted);
            const listing = await listingOf(list, wanted);
            expect(
              listing && entriesAt({ list, purged: new Set() }, listing, 0, 1_000).map(plain),
              prefix,
            ).toEqual(expected);
            // Any page is a part of it.
            expect(listing && entriesAt({ list, purged: new Set() }, listing, 3, 4).map(plain)).toEqual(
              expected?.slice(3, 7),
            );
          }
        },
      ),
    ));

  test('a folder of very many files, and very many folders', async () => {
    const names = Array.from({ length: 20_000 }, (_, i) => (i % 2 === 0 ? `flat/${i}` : `deep/${i}/x`));
    const list = await makeFileList(
      names.map((name) => ({ name, size: 1, crc32: 0, sha256: '00'.repeat(32), blob: 'b' })),
    );
    for (const [prefix, kind] of [
      ['flat', 'file'],
      ['deep', 'folder'],
    ] as const) {
      const listing = await listingOf(list, { prefix, recursive: false, keyword: '' });
      expect(listing && countOf(listing)).toBe(10_000);
      expect(listing && entriesAt({ list, purged: new Set() }, listing, 9_999, 20)).toMatchObject([
        { type: kind, size: 1 },
      ]);
    }
  });
});
