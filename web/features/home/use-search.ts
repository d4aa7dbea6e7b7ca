import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

/** The query lives in `?q=`; what is typed shows at once, and the address follows without new history entries. */
export function useSearch() {
  const [params, setParams] = useSearchParams();
  const inAddress = params.get('q') ?? '';
  const [query, setQuery] = useState(inAddress);
  const written = useRef(inAddress);

  useEffect(() => {
    // The address changed by itself: back, forward, or a link to the home page.
    if (inAddress !== written.current) setQuery(inAddress);
    written.current = inAddress;
  }, [inAddress]);

  const search = (next: string) => {
    written.current = next;
    setQuery(next);
    void setParams(next === '' ? {} : { q: next }, { replace: true, preventScrollReset: true });
  };
  return { query, search };
}
