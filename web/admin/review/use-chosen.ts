import { useMemo, useRef, useState } from 'react';
import { rangeOf, type Selection, useSelection } from '../../ui/mantine/table/use-selection.ts';
import type { Reviewed } from './review-kind.ts';

interface Options<Row> {
  rows: readonly Row[] | undefined;
  /** Identifies the list: a selection in another one is discarded. */
  list: string;
  fetchAll(): Promise<Row[]>;
  /** The rows that were decided about on this screen, in their order. */
  decided: readonly { id: string }[];
}

/** All matches, as they were when `decided` of the decisions had been made. */
interface Everything<Row> {
  list: string;
  rows: Row[];
  decided: number;
}

/** The rows of a bulk decision: of this page, or all matches. */
export function useChosen<Row extends Reviewed>({ rows, list, fetchAll, decided }: Options<Row>) {
  const pageIds = useMemo(() => rows?.map(({ id }) => id) ?? [], [rows]);
  const page = useSelection(pageIds);
  const [everything, setEverything] = useState<Everything<Row>>();
  const [busy, setBusy] = useState(false);
  const last = useRef<string | undefined>(undefined);
  if (everything && everything.list !== list) setEverything(undefined);
  // Who was rejected by a decision of their own must not be approved with the others.
  const since = new Set(everything && decided.slice(everything.decided).map(({ id }) => id));
  const left = everything?.list === list ? everything.rows.filter(({ id }) => !since.has(id)) : [];
  const all = left.length > 0 ? left : undefined;
  const choose = (rows: Row[]) => setEverything({ list, rows, decided: decided.length });

  const chooseAll = async () => {
    setBusy(true);
    try {
      choose(await fetchAll());
      page.clear();
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

  /** All matches but those that are taken out again, on whichever page. */
  function ofAll(all: Row[]): Selection {
    const chosen = new Set(all.map(({ id }) => id));
    const ids = pageIds.filter((id) => chosen.has(id));
    return {
      ids,
      all: ids.length === pageIds.length,
      some: ids.length > 0 && ids.length < pageIds.length,
      has: (id) => chosen.has(id),
      toggle(id, range) {
        const toggled = new Set(range ? rangeOf(pageIds, last.current, id) : [id]);
        last.current = id;
        const others = all.filter((row) => !toggled.has(row.id));
        const added = chosen.has(id) ? [] : (rows?.filter((row) => toggled.has(row.id)) ?? []);
        choose([...others, ...added]);
      },
      toggleAll: clear,
      clear,
    };
  }
  const selection = all ? ofAll(all) : page;

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
