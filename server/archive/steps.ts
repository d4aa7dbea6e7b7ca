import type { ArchiveFile } from './entry.ts';

/** A computation in steps of a few milliseconds: a generator that yields after each, and returns the result. */
export type Steps<T> = Generator<void, T>;

/** Files per step. */
export const STEP = 4_096;

/** Runs all steps synchronously. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Runs the steps one by one, yielding to the event loop in between. */
export async function inTurns<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await new Promise(setImmediate);
  }
}

const byName = (a: ArchiveFile, b: ArchiveFile): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

function* merged(a: readonly ArchiveFile[], b: readonly ArchiveFile[]): Steps<ArchiveFile[]> {
  const all: ArchiveFile[] = [];
  let i = 0;
  let j = 0;
  for (;;) {
    const [first, second] = [a[i], b[j]];
    if (first === undefined || second === undefined) break;
    const before = byName(first, second) <= 0;
    all.push(before ? first : second);
    if (before) i++;
    else j++;
    if (all.length % STEP === 0) yield;
  }
  return all.concat(a.slice(i), b.slice(j));
}

/** Merge sort by the names' UTF-16 code units. */
export function* sortedByName(files: readonly ArchiveFile[]): Steps<ArchiveFile[]> {
  let runs: ArchiveFile[][] = [];
  for (let at = 0; at < files.length; at += STEP) {
    runs.push(files.slice(at, at + STEP).sort(byName));
    yield;
  }
  while (runs.length > 1) {
    const longer: ArchiveFile[][] = [];
    for (let i = 0; i < runs.length; i += 2) longer.push(yield* merged(runs[i] ?? [], runs[i + 1] ?? []));
    runs = longer;
  }
  return runs[0] ?? [];
}
