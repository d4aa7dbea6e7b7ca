import { useMemo, useState } from 'react';
import type { ListedUser } from '../../../contract/user-review.ts';
import { type Selection, useSelection } from '../../ui/mantine/table/use-selection.ts';

interface Options {
  rows: readonly ListedUser[] | undefined;
  /** Says which list this is: what was chosen in another one no longer counts. */
  list: string;
  fetchAll(): Promise<ListedUser[]>;
}

/** Which users a bulk decision is about: rows of this page, or everybody who matches. */
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
      // Told by a toast already (§8).
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
        // Ticking a single row goes back to what is ticked on this page.
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
    /** Whether everybody who matches is chosen, not only rows of this page. */
    everybody: all !== undefined,
    busy,
    chooseAll,
  };
}

export type ChosenUsers = ReturnType<typeof useChosen>;
