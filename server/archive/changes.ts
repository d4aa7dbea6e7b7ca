import { type Columns, nameAt } from './columns.ts';
import { STEP, type Steps } from './steps.ts';

/** A file that differs between two lists; the indexes are those in the lists. */
export type FileChange =
  | { kind: 'added'; after: number }
  | { kind: 'removed'; before: number }
  /** Of the same name, with other bytes. */
  | { kind: 'changed'; before: number; after: number }
  /** Of another name, with the same bytes; its former name is gone. */
  | { kind: 'moved'; before: number; after: number };

export interface FileChanges {
  /** In the order of the names' UTF-8 bytes: the former name of what was removed, else the present one. */
  list: FileChange[];
  /** Files that are the same in both. */
  same: number;
}

const hashAt = ({ sha256s }: Columns, index: number): string =>
  sha256s.toString('latin1', 32 * index, 32 * index + 32);

const isSame = (a: Columns, i: number, b: Columns, j: number): boolean =>
  a.sha256s.compare(b.sha256s, 32 * j, 32 * j + 32, 32 * i, 32 * i + 32) === 0;

/** What was added, removed or changed; both lists ascend, so that one walk along both finds it. */
function* compared(before: Columns, after: Columns): Steps<FileChanges> {
  const list: FileChange[] = [];
  let same = 0;
  let i = 0;
  let j = 0;
  for (let step = 1; i < before.count || j < after.count; step++) {
    const order =
      i === before.count ? 1 : j === after.count ? -1 : Buffer.compare(nameAt(before, i), nameAt(after, j));
    if (order < 0) list.push({ kind: 'removed', before: i++ });
    else if (order > 0) list.push({ kind: 'added', after: j++ });
    else {
      if (isSame(before, i, after, j)) same++;
      else list.push({ kind: 'changed', before: i, after: j });
      i++;
      j++;
    }
    if (step % STEP === 0) yield;
  }
  return { list, same };
}

/** The same with what was removed at one name and added at another joined: the first of each, in their order. */
function* moved(before: Columns, after: Columns, { list, same }: FileChanges): Steps<FileChanges> {
  const gone = new Map<string, number[]>();
  for (const change of list) {
    if (change.kind !== 'removed') continue;
    const hash = hashAt(before, change.before);
    const others = gone.get(hash);
    if (others) others.push(change.before);
    else gone.set(hash, [change.before]);
  }
  yield;
  // The last of an array is taken in no time, the first is not.
  for (const others of gone.values()) others.reverse();
  const taken = new Set<number>();
  const joined: FileChange[] = [];
  for (const change of list) {
    const from = change.kind === 'added' ? gone.get(hashAt(after, change.after))?.pop() : undefined;
    if (change.kind !== 'added' || from === undefined) joined.push(change);
    else {
      joined.push({ kind: 'moved', before: from, after: change.after });
      taken.add(from);
    }
    if (joined.length % STEP === 0) yield;
  }
  const left = joined.filter((change) => change.kind !== 'removed' || !taken.has(change.before));
  return { list: left, same };
}

/**
 * What differs between two lists of files, both in the order of their names' UTF-8 bytes and without a name twice
 * (releases.md, "Changes"). Run it `inTurns`: 100,000 files take some tens of milliseconds.
 */
export function* changesBetween(before: Columns, after: Columns): Steps<FileChanges> {
  return yield* moved(before, after, yield* compared(before, after));
}
