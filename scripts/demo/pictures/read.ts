import { readFile } from 'node:fs/promises';

export type Row = Record<string, string>;

export async function readJson<T>(filePath: string): Promise<T> {
  return JSON.parse(await readFile(filePath, 'utf8')) as T;
}

/** RFC 4180 as far as the demo's files go: quoted fields, but no line breaks inside them. */
export async function readTable(filePath: string, separator = /,/): Promise<Row[]> {
  const lines = (await readFile(filePath, 'utf8')).split(/\r?\n/).filter((line) => line.trim() !== '');
  const [header = '', ...body] = lines;
  const names = cells(header, separator);
  return body.map((line) => {
    const values = cells(line, separator);
    return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
  });
}

function cells(line: string, separator: RegExp): string[] {
  if (!line.includes('"')) return line.split(separator);
  return [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map((match) =>
    (match[1] ?? '').replace(/^"|"$/g, '').replaceAll('""', '"'),
  );
}

export function number(row: Row, column: string): number {
  const value = Number(row[column]);
  if (row[column] === undefined || Number.isNaN(value)) throw new Error(`no number in column ${column}`);
  return value;
}

/** Groups in the order of first appearance. */
export function groupBy<T, K>(items: Iterable<T>, key: (item: T) => K): Map<K, T[]> {
  return Map.groupBy(items, key);
}
