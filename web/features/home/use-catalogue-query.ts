import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import {
  type CatalogueQuery,
  type CatalogueSort,
  catalogueSearch,
  readCatalogueQuery,
  tidySearch,
} from '../../../contract/catalogue-query.ts';

/** State of history entries made by the fields: their query equals the typed text, or is older. */
const OWN = 'fields';

/**
 * Search and sort order are in the URL. Typed text is shown at once, and the URL follows; a search is one history entry
 * however many letters it has, so that Back leaves it.
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
    // An entry made by typing may be older than the typed text.
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
    /** Ends the search: the next one gets its own history entry. */
    rest() {
      typing.current = false;
    },
  };
}
