import { t } from '#texts/reading';
import type { Dataset } from '../../../contract/catalogue.ts';
import { useSetting } from '../../reading/setting.ts';
import { abbreviate, formatSizeShort, plural } from '../../ui/format.ts';
import { totalsOf } from './catalogue.ts';
import { CatalogueFields, type CatalogueFieldsProps } from './catalogue-fields.tsx';
import classes from './intro.module.css';

interface Props {
  datasets: readonly Dataset[];
  found: number;
  fields: CatalogueFieldsProps;
}

function Totals({ datasets }: { datasets: readonly Dataset[] }) {
  const totals = totalsOf(datasets);
  const [download, downloads] = t.home.download;
  const facts = [
    plural(totals.datasets, ...t.home.dataset),
    plural(totals.modalities, ...t.home.modality),
    formatSizeShort(totals.bytes),
    `${abbreviate(totals.downloads)} ${totals.downloads === 1 ? download : downloads}`,
  ];
  return (
    <ul className={classes.totals} aria-label={t.home.totals}>
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}

/** The laboratory, heading, one sentence, search and totals. While searching, the number of matches is announced. */
export function Intro({ datasets, found, fields }: Props) {
  const searching = fields.q.trim() !== '';
  // Whose catalogue this is; the whole text is in the footer.
  const [laboratory] = useSetting().contact.split('\n');
  return (
    <div className={classes.intro}>
      {laboratory && <p className={classes.laboratory}>{laboratory}</p>}
      <h1 className={classes.heading} tabIndex={-1}>
        {t.home.heading}
      </h1>
      <p className={classes.sentence}>{t.home.intro}</p>
      {datasets.length > 0 && <CatalogueFields {...fields} />}
      <div className={classes.below}>
        {!searching && <Totals datasets={datasets} />}
        <p className={classes.matches} role="status">
          {searching && t.home.matches(plural(found, ...t.home.dataset), found)}
        </p>
      </div>
    </div>
  );
}
