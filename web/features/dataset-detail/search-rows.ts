import type { Row } from './rows.ts';

/** Normalises for searching: ignores case, letter width and accents. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Caches the normalised text of the rows, so that each keystroke costs only a comparison. */
export function rowSearch(rows: readonly Row[]) {
  const texts = rows.map(({ key, name, desc }) => ({ key, text: plain(`${name}\n${desc}`) }));
  /** The keys of the rows whose name or description contains every word of `query`; undefined for no words. */
  return (query: string): ReadonlySet<string> | undefined => {
    const words = plain(query).split(/\s+/).filter(Boolean);
    if (words.length === 0) return undefined;
    const found = texts.filter(({ text }) => words.every((word) => text.includes(word)));
    return new Set(found.map(({ key }) => key));
  };
}
