import { startTransition, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { tDataset } from '#texts/dataset';
import { formatCount } from '../../ui/format.ts';
import classes from './data-search-field.module.css';
import type { Row } from './rows.ts';
import { rowSearch } from './search-rows.ts';

export interface DataSearchFieldProps {
  rows: readonly Row[];
  /** Called with the keys of the matching rows; undefined for all. Must be stable. */
  onFound: (keys: ReadonlySet<string> | undefined) => void;
}

const { search: words } = tDataset;

/** Filters the Data list while one types; Escape clears. */
export function DataSearchField({ rows, onFound }: DataSearchFieldProps) {
  const [query, setQuery] = useState('');
  const late = useDeferredValue(query);
  const search = useMemo(() => rowSearch(rows), [rows]);
  const found = useMemo(() => search(late), [search, late]);
  // A transition: filtering ten thousand rows must not delay typing.
  useEffect(() => startTransition(() => onFound(found)), [found, onFound]);
  useEffect(() => () => onFound(undefined), [onFound]);
  return (
    <search className={classes.search}>
      <span className={classes.count} role="status">
        {found &&
          (found.size === 0 ? words.none : words.count(formatCount(found.size), formatCount(rows.length)))}
      </span>
      <input
        className={classes.field}
        type="search"
        aria-label={words.label}
        placeholder={words.label}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && setQuery('')}
      />
    </search>
  );
}
