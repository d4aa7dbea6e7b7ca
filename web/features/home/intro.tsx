import type { Dataset } from '../../../contract/catalogue.ts';
import { en } from '../../../texts/en-reading.ts';
import { abbreviate, formatSizeShort, plural } from '../../ui/format.ts';
import { totalsOf } from './catalogue.ts';
import classes from './intro.module.css';

interface Props {
  datasets: readonly Dataset[];
  found: number;
  query: string;
  onSearch: (query: string) => void;
}

function Totals({ datasets }: { datasets: readonly Dataset[] }) {
  const totals = totalsOf(datasets);
  const [download, downloads] = en.home.download;
  const facts = [
    plural(totals.datasets, ...en.home.dataset),
    plural(totals.modalities, ...en.home.modality),
    formatSizeShort(totals.bytes),
    `${abbreviate(totals.downloads)} ${totals.downloads === 1 ? download : downloads}`,
  ];
  return (
    <ul className={classes.totals} aria-label={en.home.totals}>
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}

/** Heading, one sentence, search and totals. While searching, the count of matches is read out. */
export function Intro({ datasets, found, query, onSearch }: Props) {
  const searching = query.trim() !== '';
  return (
    <div className={classes.intro}>
      <h1 className={classes.heading} tabIndex={-1}>
        {en.home.heading}
      </h1>
      <p className={classes.sentence}>{en.home.intro}</p>
      <search className={classes.search}>
        <svg className={classes.glass} viewBox="0 0 20 20" aria-hidden="true">
          <path d="M9 3a6 6 0 100 12A6 6 0 009 3zM13.5 13.5L17 17" />
        </svg>
        <input
          className={classes.input}
          type="search"
          aria-label={en.home.searchLabel}
          placeholder={en.home.searchPlaceholder}
          autoComplete="off"
          value={query}
          onChange={(event) => onSearch(event.target.value)}
        />
      </search>
      <div className={classes.below}>
        {!searching && <Totals datasets={datasets} />}
        <p className={classes.matches} role="status">
          {searching && en.home.matches(plural(found, ...en.home.dataset), found)}
        </p>
      </div>
    </div>
  );
}
