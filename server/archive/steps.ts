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

interface Named {
  name: string;
}
type Compare = (a: Named, b: Named) => number;

/** By UTF-16 code units. */
const byUnits: Compare = (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

/** By UTF-8 bytes. */
const byBytes: Compare = (a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name));

function* merged<Of extends Named>(a: readonly Of[], b: readonly Of[], compare: Compare): Steps<Of[]> {
  const all: Of[] = [];
  let i = 0;
  let j = 0;
  for (;;) {
    const [first, second] = [a[i], b[j]];
    if (first === undefined || second === undefined) break;
    const before = compare(first, second) <= 0;
    all.push(before ? first : second);
    if (before) i++;
    else j++;
    if (all.length % STEP === 0) yield;
  }
  return all.concat(a.slice(i), b.slice(j));
}

/** Merge sort by the names' UTF-16 code units. */
export function* sortedByName<Of extends Named>(
  files: readonly Of[],
  compare: Compare = byUnits,
): Steps<Of[]> {
  let runs: Of[][] = [];
  for (let at = 0; at < files.length; at += STEP) {
    runs.push(files.slice(at, at + STEP).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const longer: Of[][] = [];
    for (let i = 0; i < runs.length; i += 2)
      longer.push(yield* merged(runs[i] ?? [], runs[i + 1] ?? [], compare));
    runs = longer;
  }
  return runs[0] ?? [];
}

/** Merge sort by the names' UTF-8 bytes. Only code units beyond the surrogates are in another order in UTF-16. */
export function* sortedByBytes<Of extends Named>(files: readonly Of[]): Steps<Of[]> {
  return yield* sortedByName(
    files,
    files.some(({ name }) => /[\ud800-\udfff]/.test(name)) ? byBytes : byUnits,
  );
}
