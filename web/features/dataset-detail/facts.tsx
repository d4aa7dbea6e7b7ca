import { t } from '#texts/reading';
import type { Dataset } from '../../../contract/catalogue.ts';
import { useModalityName } from '../../reading/setting.ts';
import { abbreviate, formatCount, formatSize, formatUtcDay, plural } from '../../ui/format.ts';
import classes from './facts.module.css';

const { detail } = t;

/** No-break spaces: a narrow column breaks between two sizes, never between a number and its unit. */
const together = (sizes: string): string => sizes.replace(/(?<=\d) /g, '\u00a0');

/** Label and value pairs of a dataset; empty values are omitted. */
function pairsOf(dataset: Dataset, modality: string): [string, string][] {
  const pairs: [string, string][] = [
    [detail.modality, modality],
    [detail.downloads, dataset.count < 1000 ? formatCount(dataset.count) : abbreviate(dataset.count)],
    [detail.version, dataset.version],
    [detail.size, together(formatSize(dataset.size))],
    [detail.contents, plural(dataset.fileCount, ...detail.file)],
    [detail.published, dataset.publishedAt ? formatUtcDay(dataset.publishedAt) : ''],
    [detail.license, dataset.license],
    [detail.keywords, dataset.keywords],
    [detail.authors, dataset.authors],
    [detail.citation, dataset.citation],
  ];
  return pairs.filter(([, value]) => value.trim() !== '');
}

/** Characters from which on a value takes a line of its own. */
const long = 32;

export function Facts({ dataset }: { dataset: Dataset }) {
  const nameOf = useModalityName();
  return (
    <dl className={classes.facts}>
      {pairsOf(dataset, nameOf(dataset.modalityName)).map(([term, value]) => (
        <div className={value.length > long ? classes.wide : undefined} key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
