/** One changed place in an entry of the audit log. */
export interface Difference {
  /** Property path, joined by dots; empty for the value itself. */
  path: string;
  kind: 'added' | 'removed' | 'changed' | 'same';
  before: unknown;
  after: unknown;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isList = (value: unknown): value is readonly (string | number | boolean | null)[] =>
  Array.isArray(value) && value.every((each) => typeof each !== 'object' || each === null);

const kindOf = (before: unknown, after: unknown): Difference['kind'] => {
  if (JSON.stringify(before) === JSON.stringify(after)) return 'same';
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'changed';
};

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Whether it tells something: a new thing's empty fields do not. */
export const isTold = ({ kind, before, after }: Difference): boolean =>
  kind === 'changed' || (kind !== 'same' && !(isEmpty(before) && isEmpty(after)));

/** Items that only one of two lists has; lists in settings are sets, so their order is ignored. */
export function listDifference(before: readonly unknown[], after: readonly unknown[]) {
  return {
    removed: before.filter((each) => !after.includes(each)),
    added: after.filter((each) => !before.includes(each)),
  };
}

/** `approvalDays` → `approval days`, `a.b` → `a / b`: a readable field name. */
export const fieldName = (path: string): string =>
  path
    .replace(/([a-z0-9])([A-Z])/g, (_, end: string, next: string) => `${end} ${next.toLowerCase()}`)
    .replaceAll('.', ' / ');

/** Before and after as lists, of a changed list; undefined for other values. */
export const asLists = ({ before, after }: Difference) =>
  isList(before) && isList(after) ? listDifference(before, after) : undefined;

/** The differences between two values. Without one side, all fields of the other are added (or removed). */
export function difference(before: unknown, after: unknown, path = ''): Difference[] {
  const left = before ?? undefined;
  const right = after ?? undefined;
  const bothOrOne = (isRecord(left) || left === undefined) && (isRecord(right) || right === undefined);
  if (!bothOrOne || (left === undefined && right === undefined)) {
    return path === '' && left === undefined && right === undefined
      ? []
      : [{ path, kind: kindOf(before, after), before, after }];
  }
  const names = new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})]);
  return [...names].flatMap((name) => {
    const below = path === '' ? name : `${path}.${name}`;
    const [one, other] = [left?.[name], right?.[name]];
    return isRecord(one) || isRecord(other)
      ? difference(one, other, below)
      : [{ path: below, kind: kindOf(one, other), before: one, after: other }];
  });
}
