import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { AdminDataset } from '../../../contract/dataset-admin.ts';
import { datasetQuery, datasetsSpec } from './datasets.query.ts';

/** A part of one dataset's drawer. */
export type Part = (typeof datasetsSpec.keeps)[number];

/** The drawer's content: the form of a new dataset, a part of an existing one, or the order of all. */
export type Panel =
  | { kind: 'add' }
  | { kind: Part; dataset: AdminDataset }
  | { kind: 'order'; modalityName: string | undefined };

interface Opened {
  panel?: Panel | undefined;
  at?: string;
}

/**
 * The open panel. Of one dataset it has an address, so that it can be passed on; going back closes it. The dataset is as
 * it was when the panel opened: a form must not change under whoever fills it in.
 */
export function usePanel() {
  const client = useQueryClient();
  const [search, setSearch] = useSearchParams();
  /** With the address that it was opened at: until that moves on, which takes a moment, it is what was asked for. */
  const [{ panel: opened, at }, setOpened] = useState<Opened>({});
  const address = search.toString();
  const kind = datasetsSpec.keeps.find((name) => search.has(name));
  const id = (kind && search.get(kind)) ?? undefined;

  const isAddressed = opened && 'dataset' in opened;
  const isThere = isAddressed
    ? at === address || (opened.kind === kind && opened.dataset.id === id)
    : kind === undefined;
  // What the cache holds may be from before a change.
  const { data, isFetching } = useQuery({
    ...datasetQuery(id ?? ''),
    enabled: id !== undefined && !isThere,
    staleTime: 0,
  });
  useEffect(() => {
    if (!kind || !data || isFetching || isThere) return;
    setOpened({ panel: { kind, dataset: data.dataset } });
  }, [kind, data, isFetching, isThere]);
  /** What was asked for last, until its answer is there; nothing once the address is another. */
  const asked = useRef<object>(undefined);
  // An address that is left takes along what was open there: whoever comes back sees the dataset as it is then. In a
  // layout effect: a later one would take along what was asked for since.
  useLayoutEffect(
    () => () => {
      asked.current = undefined;
      setOpened((last) => {
        const panel = last.panel;
        return panel && 'dataset' in panel && panel.kind === kind && panel.dataset.id === id ? {} : last;
      });
    },
    [kind, id],
  );

  const setPanel = (panel: Panel | undefined) => {
    asked.current = undefined;
    setOpened({ panel, at: address });
    const next = panel && 'dataset' in panel ? panel : undefined;
    if (!next && kind === undefined) return;
    setSearch(
      (now) => {
        const then = new URLSearchParams(now);
        for (const name of datasetsSpec.keeps) then.delete(name);
        if (next) then.set(next.kind, next.dataset.id);
        return then;
      },
      { replace: !next || kind !== undefined, preventScrollReset: true },
    );
  };
  const panel = isThere ? opened : undefined;

  /** Opens a part of a dataset as it is now; what cannot be asked for, as it was when it was `known`. */
  const openPart = async (kind: Part, datasetId: string, known?: AdminDataset): Promise<void> => {
    const shown = panel && 'dataset' in panel && panel.dataset.id === datasetId ? panel.dataset : known;
    const mine = {};
    asked.current = mine;
    const found = await client
      .fetchQuery({ ...datasetQuery(datasetId), staleTime: 0 })
      .catch(() => undefined);
    const dataset = found?.dataset ?? shown;
    if (dataset && asked.current === mine) setPanel({ kind, dataset });
  };
  return { panel, setPanel, openPart };
}
