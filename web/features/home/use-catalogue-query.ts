import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import {
  type CatalogueQuery,
  type CatalogueSort,
  catalogueSearch,
  readCatalogueQuery,
  tidySearch,
} from '../../../contract/catalogue-query.ts';

/** Marks the history entries that the fields made: what they hold is what was typed, or newer. */
const OWN = 'fields';

/**
 * Search and order live in the address. What is typed shows at once, and the address follows; a search is one entry of
 * the history however many letters it has, so that the way back leads out of it.
 */
export function useCatalogueQuery() {
  const { search: address, state, key } = useLocation();
  const type = useNavigationType();
  const navigate = useNavigate();
  const [shown, setShown] = useState(() => readCatalogueQuery(new URLSearchParams(address)));
  const typing = useRef(false);
  const entry = useRef(key);

  useEffect(() => {
    if (entry.current === key) return;
    entry.current = key;
    // An entry that typing has just made may be older than what is typed by now.
    if (type !== 'POP' && state === OWN) return;
    typing.current = false;
    setShown(readCatalogueQuery(new URLSearchParams(address)));
  }, [key, type, state, address]);

  const go = (next: CatalogueQuery, replace: boolean) => {
    setShown(next);
    const search = catalogueSearch({ ...next, q: tidySearch(next.q) });
    void navigate({ search }, { replace, preventScrollReset: true, state: OWN });
  };
  return {
    ...shown,
    search(q: string) {
      go({ ...shown, q }, typing.current);
      typing.current = true;
    },
    sortBy: (sort: CatalogueSort) => go({ ...shown, sort }, false),
    /** The search is done: the next one is an entry of its own. */
    rest() {
      typing.current = false;
    },
  };
}
