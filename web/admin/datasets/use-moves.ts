import { useEffect, useLayoutEffect, useRef, useState } from 'react';

interface Options<Row> {
  /** The server's latest rows. */
  rows: readonly Row[] | undefined;
  idOf(row: Row): string;
  /** Sends the new predecessor of a row; null: it becomes the first. */
  place(id: string, after: string | null): Promise<unknown>;
  /** Refetches the rows. */
  refresh(): Promise<unknown>;
  onMoved?(row: Row, index: number, count: number): void;
}

/** `rows` with one of them moved. */
export function withMoved<Row>(rows: readonly Row[], from: number, to: number): Row[] {
  const next = [...rows];
  const [row] = next.splice(from, 1);
  if (row !== undefined) next.splice(to, 0, row);
  return next;
}

/**
 * Moving a row in the DOM blurs its button: restores the focus after the next render. In a layout effect: one that is
 * put off until after painting could belong to the render before the press, and would use up what the press asked for.
 * @returns call it with the id of the pressed button, and of a substitute when that one is disabled by then
 */
export function useKeptFocus(drawn: unknown): (id: string, standIn: string) => void {
  const used = useRef<readonly [string, string]>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each new drawing
  useLayoutEffect(() => {
    const found = used.current?.map((id) => document.getElementById(id));
    used.current = undefined;
    found?.find((control) => control instanceof HTMLButtonElement && !control.disabled)?.focus();
  }, [drawn]);
  return (id, standIn) => {
    used.current = [id, standIn];
  };
}

/**
 * Reorderable rows: each move is shown at once and sent in sequence, so that quick ones are applied in order. After a
 * failure, reported by §8's toast, the server's order is shown.
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
