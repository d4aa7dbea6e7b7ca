import { useMemo, useState } from 'react';
import { type Selection, useSelection } from '../../ui/mantine/table/use-selection.ts';
import type { Reviewed } from './review-kind.ts';

interface Options<Row> {
  rows: readonly Row[] | undefined;
  /** Identifies the list: a selection in another one is discarded. */
  list: string;
  fetchAll(): Promise<Row[]>;
}

/** The rows of a bulk decision: of this page, or all matches. */
export function useChosen<Row extends Reviewed>({ rows, list, fetchAll }: Options<Row>) {
  const page = useSelection(useMemo(() => rows?.map(({ id }) => id) ?? [], [rows]));
  const [everything, setEverything] = useState<{ list: string; rows: Row[] }>();
  const [busy, setBusy] = useState(false);
  const all = everything?.list === list ? everything.rows : undefined;

  const chooseAll = async () => {
    setBusy(true);
    try {
      setEverything({ list, rows: await fetchAll() });
    } catch {
      // A toast has reported it (§8).
    } finally {
      setBusy(false);
    }
  };
  const clear = () => {
    setEverything(undefined);
    page.clear();
  };

  const selection: Selection = all
    ? {
        ids: rows?.map(({ id }) => id) ?? [],
        all: true,
        some: false,
        has: () => true,
        // Selecting a single row returns to the selection on this page.
        toggle(id, range) {
          setEverything(undefined);
          page.toggle(id, range);
        },
        toggleAll: clear,
        clear,
      }
    : page;

  return {
    selection,
    clear,
    rows: all ?? rows?.filter(({ id }) => page.has(id)) ?? [],
    /** Whether all matches are selected, not only rows of this page. */
    everything: all !== undefined,
    busy,
    chooseAll,
  };
}

export type Chosen<Row extends Reviewed> = ReturnType<typeof useChosen<Row>>;
