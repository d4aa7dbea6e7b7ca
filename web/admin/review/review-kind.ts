/** A row that somebody decides about. */
export interface Reviewed {
  id: string;
  status: string;
}

/** The types of what is reviewed. */
export interface ReviewTypes {
  row: Reviewed;
  /** The decision that lets somebody in. */
  yes: string;
  /** Those that do not, which need a reason (decisions §3). */
  no: string;
}

export type DecisionOf<T extends ReviewTypes> = T['yes'] | T['no'];

/** Parameters of a decision. */
export interface DecisionTerms {
  reason?: string;
  /** ISO time; null: no end; absent: the usual end. */
  until?: string | null;
}

export interface Outcome {
  reviewIds: string[];
  /** Why the others were left as they are. */
  failed: string[];
}

/** The words that differ by what is reviewed; the others are in `en-review.ts`. */
export interface ReviewWords<T extends ReviewTypes> {
  statusName: Record<T['row']['status'], string>;
  action: Record<DecisionOf<T>, string>;
  bulk: Record<DecisionOf<T>, string>;
  done: Record<DecisionOf<T>, (who: string, count: number) => string>;
  several(count: number): string;
  reasonTitle: Record<T['no'], (name: string) => string>;
  reasonSent: string;
  templates: Record<T['no'], readonly string[]>;
  approveUntil: string;
  changeEnd: string;
  approveUntilTitle(name: string): string;
  lastDayHint: string;
  previous: string;
  next: string;
  /** Of a row. */
  keys: string;
}

/** What is reviewed: accounts, or requests for a dataset (access.md: "all as for accounts, by the same code"). */
export interface ReviewKind<T extends ReviewTypes> {
  /** The first part of the lists' query keys; the third has the statuses that a list holds (lists-cache.ts). */
  listKey: string;
  /** Those of the other queries that a decision changes. */
  alsoKeys: readonly string[];
  /** The parameter of the address with the id of the row whose details are open. */
  parameter: string;
  yes: T['yes'];
  /** In the order of the buttons. */
  no: readonly T['no'][];
  /** What can be decided, by status; anything else is 409. */
  decisions: Record<T['row']['status'], readonly DecisionOf<T>[]>;
  words: ReviewWords<T>;
  nameOf(row: T['row']): string;
  /** Sends one decision about one or several rows. */
  decide(rows: readonly T['row'][], decision: DecisionOf<T>, terms: DecisionTerms): Promise<Outcome>;
  /** Undoes one decision; rejects when it is too late. */
  undo(reviewId: string): Promise<unknown>;
}

export const decisionsFor = <T extends ReviewTypes>(
  kind: Pick<ReviewKind<T>, 'decisions'>,
  { status }: Pick<T['row'], 'status'>,
): readonly DecisionOf<T>[] => kind.decisions[status as T['row']['status']];

/** Decisions §3: decisions against a person need a reason. */
export const needsReason = <T extends ReviewTypes>(
  kind: Pick<ReviewKind<T>, 'yes'>,
  decision: DecisionOf<T>,
): decision is T['no'] => decision !== kind.yes;

/** The decision of a key pressed in a row, if permitted. */
export function decisionOfKey<T extends ReviewTypes>(
  kind: Pick<ReviewKind<T>, 'yes' | 'decisions'>,
  row: Pick<T['row'], 'status'>,
  key: string,
): DecisionOf<T> | undefined {
  const wanted = key === 'a' ? kind.yes : key === 'r' ? 'rejected' : undefined;
  return decisionsFor(kind, row).find((decision) => decision === wanted);
}

/** The call's status filter: the chosen one if the screen offers it, else all that it offers. */
export function statusesOf<Status extends string>(
  offered: readonly Status[],
  filter: string | undefined,
): Status[] {
  const chosen = offered.filter((status) => status === filter);
  return chosen.length > 0 ? chosen : [...offered];
}

export const whoOf = <T extends ReviewTypes>(kind: ReviewKind<T>, rows: readonly T['row'][]): string =>
  rows.length === 1 && rows[0] ? kind.nameOf(rows[0]) : kind.words.several(rows.length);
