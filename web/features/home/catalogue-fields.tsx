import { useEffect, useRef } from 'react';
import { tHome } from '#texts/home';
import {
  type CatalogueSort,
  catalogueSorts,
  searchLength,
  tidySearch,
} from '../../../contract/catalogue-query.ts';
import { paths } from '../../paths.ts';
import controls from '../../ui/controls.module.css';
import classes from './catalogue-fields.module.css';

export interface CatalogueFieldsProps {
  q: string;
  sort: CatalogueSort;
  search: (q: string) => void;
  sortBy: (sort: CatalogueSort) => void;
  rest: () => void;
}

/** Applies a search typed before hydration. */
function useTypedBefore({ q, search }: Pick<CatalogueFieldsProps, 'q' | 'search'>) {
  const input = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => {
    const typed = input.current?.value;
    if (typed !== undefined && typed !== q) search(typed);
  }, []);
  return input;
}

/**
 * Search and sort order, applied while typing. Without JavaScript a form, which the server answers with the same page.
 */
export function CatalogueFields({ q, sort, search, sortBy, rest }: CatalogueFieldsProps) {
  const input = useTypedBefore({ q, search });
  return (
    <search>
      <form
        className={classes.fields}
        action={paths.home}
        onSubmit={(event) => {
          event.preventDefault();
          rest();
        }}
      >
        <div className={classes.search}>
          <svg className={classes.glass} viewBox="0 0 20 20" aria-hidden="true">
            <path d="M9 3a6 6 0 100 12A6 6 0 009 3zM13.5 13.5L17 17" />
          </svg>
          <input
            className={classes.input}
            ref={input}
            type="search"
            name="q"
            aria-label={tHome.searchLabel}
            placeholder={tHome.searchPlaceholder}
            autoComplete="off"
            maxLength={searchLength}
            value={q}
            onChange={(event) => search(event.target.value)}
            onBlur={rest}
          />
        </div>
        <label className={classes.sort}>
          <span>{tHome.sort}</span>
          <select
            className={classes.select}
            name="sort"
            value={sort}
            onChange={(event) => sortBy(event.target.value as CatalogueSort)}
          >
            {catalogueSorts.map((one) => (
              <option key={one} value={one}>
                {/* While searching the laboratory's order gives way to what matches best. */}
                {one === 'arranged' && tidySearch(q) !== '' ? tHome.bestMatch : tHome.sorts[one]}
              </option>
            ))}
          </select>
        </label>
        <noscript>
          <button className={controls.button} type="submit">
            {tHome.searchGo}
          </button>
        </noscript>
      </form>
    </search>
  );
}
