import { useMemo, useState } from 'react';
import type { ListedUser } from '../../../contract/user-review.ts';
import { type Selection, useSelection } from '../../ui/mantine/table/use-selection.ts';

interface Options {
  rows: readonly ListedUser[] | undefined;
  /** Identifies the list: a selection in another one is discarded. */
  list: string;
  fetchAll(): Promise<ListedUser[]>;
}

/** The users of a bulk decision: rows of this page, or all matches. */
export function useChosen({ rows, list, fetchAll }: Options) {
  const page = useSelection(useMemo(() => rows?.map(({ id }) => id) ?? [], [rows]));
  const [everybody, setEverybody] = useState<{ list: string; users: ListedUser[] }>();
  const [busy, setBusy] = useState(false);
  const all = everybody?.list === list ? everybody.users : undefined;

  const chooseAll = async () => {
    setBusy(true);
    try {
      setEverybody({ list, users: await fetchAll() });
    } catch {
      // A toast has reported it (§8).
    } finally {
      setBusy(false);
    }
  };
  const clear = () => {
    setEverybody(undefined);
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
          setEverybody(undefined);
          page.toggle(id, range);
        },
        toggleAll: clear,
        clear,
      }
    : page;

  return {
    selection,
    clear,
    users: all ?? rows?.filter(({ id }) => page.has(id)) ?? [],
    /** Whether all matches are selected, not only rows of this page. */
    everybody: all !== undefined,
    busy,
    chooseAll,
  };
}

export type ChosenUsers = ReturnType<typeof useChosen>;
