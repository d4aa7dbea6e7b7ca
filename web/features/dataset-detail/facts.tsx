import { Link } from 'react-router';
import { t } from '#texts/reading';
import type { Dataset } from '../../../contract/catalogue.ts';
import { licenceUrl } from '../../../contract/licence.ts';
import type { Detail } from '../../../contract/render.ts';
import { paths } from '../../paths.ts';
import { useModalityName } from '../../reading/setting.ts';
import dots from '../../ui/dots.module.css';
import { abbreviate, formatCount, formatSize, formatUtcDay, plural } from '../../ui/format.ts';
import hidden from '../../ui/hidden.module.css';
import classes from './facts.module.css';

const { detail } = t;

/** No-break spaces: a narrow column breaks between two sizes, never between a number and its unit. */
const together = (sizes: string): string => sizes.replace(/(?<=\d) /g, '\u00a0');

/** Version and licence, beside the name. */
export function Chips({ dataset: { version, license, frozenAt } }: { dataset: Dataset }) {
  const url = licenceUrl(license);
  return (
    <p className={classes.chips}>
      {version && (
        <span className={classes.chip}>
          {detail.version} {version}
          {frozenAt && ` · ${detail.frozen}`}
        </span>
      )}{' '}
      {license && (
        <span className={classes.chip}>
          <span className={hidden.hidden}>{detail.license}: </span>
          {url ? (
            <a href={url} rel="license">
              {license}
            </a>
          ) : (
            license
          )}
        </span>
      )}
    </p>
  );
}

/** The licence again, beside what it is about; for eyes and pointers, because the chip has said it to everybody else. */
export function LicenceLine({ license }: Pick<Dataset, 'license'>) {
  const url = licenceUrl(license);
  return (
    license && (
      <p className={classes.licence} aria-hidden="true">
        {detail.license}:{' '}
        {url ? (
          <a href={url} rel="license" tabIndex={-1}>
            {license}
          </a>
        ) : (
          license
        )}
      </p>
    )
  );
}

/** Authors, the measures on one line, and how the files are; empty values are omitted. */
export function Facts({ dataset, fixity }: Pick<Detail, 'dataset' | 'fixity'>) {
  const nameOf = useModalityName();
  const { authors, count, fileCount, publishedAt, size } = dataset;
  const [one, many] = t.home.download;
  const facts = [
    nameOf(dataset.modalityName),
    together(formatSize(size)),
    plural(fileCount, ...detail.file),
    `${count < 1000 ? formatCount(count) : abbreviate(count)} ${count === 1 ? one : many}`,
    publishedAt && `${detail.published} ${formatUtcDay(publishedAt)}`,
  ];
  return (
    <>
      {authors && <p className={classes.quiet}>{authors}</p>}
      <p className={`${dots.dots} ${classes.facts}`}>
        {facts.map((fact) => fact && <span key={fact}>{fact}</span>)}
      </p>
      {fixity && (
        <p className={classes.quiet} data-damaged={fixity.damaged}>
          {fixity.says[t.language]}
        </p>
      )}
    </>
  );
}

/** Each keyword is a link to the search for it. */
export function Keywords({ keywords }: { keywords: string }) {
  const words = [...new Set(keywords.split(/[,;，；]/).map((word) => word.trim()))].filter(Boolean);
  return (
    words.length > 0 && (
      <ul className={classes.keywords} aria-label={detail.keywords}>
        {words.map((word) => (
          <li key={word}>
            <Link className={classes.chip} to={`${paths.home}?q=${encodeURIComponent(word)}`}>
              {word}
            </Link>
          </li>
        ))}
      </ul>
    )
  );
}
