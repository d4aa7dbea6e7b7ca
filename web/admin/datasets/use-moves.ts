import { useEffect, useRef, useState } from 'react';

interface Options<Row> {
  /** As the server last gave them. */
  rows: readonly Row[] | undefined;
  idOf(row: Row): string;
  /** Tells the server whom a row comes after; null: nobody. */
  place(id: string, after: string | null): Promise<unknown>;
  /** Asks the server for the rows anew. */
  refresh(): Promise<unknown>;
  onMoved?(row: Row, index: number, count: number): void;
}

/** `rows` with one of them at another place. */
export function withMoved<Row>(rows: readonly Row[], from: number, to: number): Row[] {
  const next = [...rows];
  const [row] = next.splice(from, 1);
  if (row !== undefined) next.splice(to, 0, row);
  return next;
}

/**
 * A control that moves its row in the page loses the focus by that: gives it back after the next drawing.
 * @returns say which control was used, by its id, and which one stands in when that is disabled by then
 */
export function useKeptFocus(drawn: unknown): (id: string, standIn: string) => void {
  const used = useRef<readonly [string, string]>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each new drawing
  useEffect(() => {
    const found = used.current?.map((id) => document.getElementById(id));
    used.current = undefined;
    found?.find((control) => control instanceof HTMLButtonElement && !control.disabled)?.focus();
  }, [drawn]);
  return (id, standIn) => {
    used.current = [id, standIn];
  };
}

/**
 * Rows that people move about: each move shows at once and is told to the server in its turn, so that quick ones come
 * out as they were made. After a failure, which §8's toast tells, the server's order is shown.
 */
export function useMoves<Row>({ rows, idOf, place, refresh, onMoved }: Options<Row>) {
  const [own, setOwn] = useState<readonly Row[]>();
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  const open = useRef(0);
  const latest = useRef(rows);
  latest.current = own ?? rows;
  // What is read while moves are under way still knows a former order.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new answer of the server ends one's own order
  useEffect(() => {
    if (open.current === 0) setOwn(undefined);
  }, [rows]);

  const move = (id: string, to: number) => {
    const now = latest.current ?? [];
    const from = now.findIndex((row) => idOf(row) === id);
    const row = now[from];
    if (row === undefined || to < 0 || to >= now.length || to === from) return;
    const next = withMoved(now, from, to);
    latest.current = next;
    setOwn(next);
    onMoved?.(row, to, next.length);
    const before = next[to - 1];
    open.current++;
    turn.current = turn.current
      .then(() => place(id, before === undefined ? null : idOf(before)))
      .catch(() => undefined)
      .finally(async () => {
        open.current--;
        if (open.current > 0) return;
        await refresh();
        if (open.current === 0) setOwn(undefined);
      });
  };
  return { rows: own ?? rows, move };
}
