import type { Row } from './rows.ts';

/** For comparing as people read: case, width of letters and accents make no difference. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Keeps the plain text of the rows, so that each further letter costs a comparison only. */
export function rowSearch(rows: readonly Row[]) {
  const texts = rows.map(({ key, name, desc }) => ({ key, text: plain(`${name}\n${desc}`) }));
  /** The keys of the rows that have every word of `query` in name or description; undefined for no words. */
  return (query: string): ReadonlySet<string> | undefined => {
    const words = plain(query).split(/\s+/).filter(Boolean);
    if (words.length === 0) return undefined;
    const found = texts.filter(({ text }) => words.every((word) => text.includes(word)));
    return new Set(found.map(({ key }) => key));
  };
}
