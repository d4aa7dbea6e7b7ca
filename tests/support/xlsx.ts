import { crc32, inflateRawSync } from 'node:zlib';

/** The files of a ZIP by name; throws where the archive is broken. For small archives that are not ZIP64. */
export function unzipped(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  if (end < 0) throw new Error('this is no ZIP');
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error('the central directory is broken');
    const [method, crc, packed] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 16),
      zip.readUInt32LE(at + 20),
    ];
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(start, start + packed);
    const content = method === 0 ? bytes : inflateRawSync(bytes);
    if (crc32(content) !== crc) throw new Error('a file of the archive is broken');
    files.set(zip.toString('utf8', at + 46, at + 46 + (name ?? 0)), content);
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return files;
}

/** A cell as a spreadsheet program reads it. */
export interface Cell {
  kind: 'text' | 'number' | 'boolean' | 'formula';
  value: string;
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const plain = (xml: string): string =>
  xml.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (_, hex, decimal, name) =>
    hex
      ? String.fromCodePoint(Number.parseInt(hex, 16))
      : decimal
        ? String.fromCodePoint(Number(decimal))
        : (entities[name] ?? ''),
  );

/** The cells of the first sheet of an .xlsx file (ECMA-376, SpreadsheetML). */
export function cellsOf(xlsx: Buffer): Cell[][] {
  const files = unzipped(xlsx);
  const read = (name: string) => files.get(name)?.toString('utf8') ?? '';
  const shared = [...read('xl/sharedStrings.xml').matchAll(/<si>([\s\S]*?)<\/si>/g)].map(([, item = '']) =>
    [...item.matchAll(/<t[^>]*>([\s\S]*?)<\/t>/g)].map(([, text = '']) => plain(text)).join(''),
  );
  const sheet = [...files.keys()].find((name) => /^xl\/worksheets\/[^/]+\.xml$/.test(name)) ?? '';
  return [...read(sheet).matchAll(/<row[^>]*>([\s\S]*?)<\/row>/g)].map(([, row = '']) =>
    [...row.matchAll(/<c([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g)].map(
      ([, attributes = '', content = '']): Cell => {
        const type = / t="(\w+)"/.exec(attributes)?.[1];
        const value = plain(/<v>([\s\S]*?)<\/v>/.exec(content)?.[1] ?? '');
        const formula = /<f[^>]*>([\s\S]*?)<\/f>/.exec(content)?.[1];
        if (formula !== undefined) return { kind: 'formula', value: plain(formula) };
        if (type === 's') return { kind: 'text', value: shared[Number(value)] ?? '' };
        if (type === 'inlineStr')
          return { kind: 'text', value: plain(/<t[^>]*>([\s\S]*?)<\/t>/.exec(content)?.[1] ?? '') };
        if (type === 'str') return { kind: 'formula', value };
        return type === 'b' ? { kind: 'boolean', value } : { kind: value === '' ? 'text' : 'number', value };
      },
    ),
  );
}
