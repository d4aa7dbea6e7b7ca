import { t } from '#texts/reading';
import { tReviewer } from '#texts/reviewer';
import type { Dataset, Subset } from '../../../contract/catalogue.ts';
import { formatSizeShort, formatUtcDay, plural } from '../../ui/format.ts';
import styles from './review.module.css';
import { ReviewedFiles } from './reviewed-files.tsx';
import type { Visit } from './use-review.ts';

const words = tReviewer.guest;

/** A row of the Data list: links as on the dataset's own page. */
function DataRow({ row, name, desc }: { row: Dataset | Subset; name: string; desc: string }) {
  const { size, fileCount, downloadUrl, inspectionUrl, purged } = row;
  return (
    <li className={styles.row}>
      <div className={styles.rowName}>
        <strong>{name}</strong>
        {desc !== '' && <span>{desc}</span>}
        <span className={styles.quiet}>
          {formatSizeShort(size)} · {plural(fileCount, ...t.detail.file)}
        </span>
      </div>
      {downloadUrl ? (
        <div className={styles.rowLinks}>
          <a
            className={styles.download}
            href={downloadUrl}
            aria-label={words.downloadOf(name, formatSizeShort(size))}
          >
            {words.download}
          </a>
          <a href={inspectionUrl} aria-label={words.checksumOf(name)}>
            {words.checksum}
          </a>
        </div>
      ) : (
        <span className={styles.quiet}>{purged ? words.removed : words.coming}</span>
      )}
    </li>
  );
}

/** Below the dataset's folder its name is short. */
function shortName(path: string, datasetPath: string): string {
  const folder = `${datasetPath.replace(/\.zip$/, '')}/`;
  return path.startsWith(folder) ? path.slice(folder.length) : path;
}

/** The version as a guest sees it: as the laboratory wrote it, authors included. */
export function ReviewedDataset({ token, data, staticBase }: Visit) {
  const { dataset, subsetList, detailHtml } = data;
  const { name, version, status, embargoUntil, license, authors, modalityName, desc, samples } = dataset;
  const isEmbargoed = embargoUntil !== null && new Date().toISOString() < embargoUntil;
  const chips = [
    `${t.detail.version} ${version}`,
    status === 'draft' && words.draft,
    status === 'published' && isEmbargoed && words.embargoed(formatUtcDay(embargoUntil)),
    license,
    modalityName,
  ].filter(Boolean);
  const isWithdrawn = status === 'withdrawn';
  return (
    <article className={styles.dataset}>
      <header>
        <h1 className={styles.title} tabIndex={-1}>
          {name}
        </h1>
        <ul className={styles.chips}>
          {chips.map((chip) => (
            <li key={String(chip)}>{chip}</li>
          ))}
        </ul>
        {authors !== '' && (
          <p className={styles.quiet}>
            {words.authors}: {authors}
          </p>
        )}
        {desc && (
          <p>
            <a href={`${staticBase}/${desc}`} target="_blank" rel="noreferrer">
              {words.document}
            </a>
          </p>
        )}
      </header>
      {samples && <img className={styles.picture} src={`${staticBase}/${samples}`} alt="" />}
      {isWithdrawn && (
        <p className={styles.withdrawn}>
          <strong>{words.withdrawn}.</strong> {words.withdrawnWhy}
        </p>
      )}
      {detailHtml !== '' && (
        <section aria-labelledby="about">
          <h2 id="about">{words.about}</h2>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server made and sanitised it */}
          <div className={styles.prose} dangerouslySetInnerHTML={{ __html: detailHtml }} />
        </section>
      )}
      {!isWithdrawn && (
        <>
          <section aria-labelledby="data">
            <h2 id="data">{words.data}</h2>
            <ul className={styles.rows}>
              <DataRow row={dataset} name={`${name} ${version}`} desc="" />
              {subsetList.map((subset) => (
                <DataRow
                  key={subset.id}
                  row={subset}
                  name={shortName(subset.path, dataset.path)}
                  desc={subset.desc}
                />
              ))}
            </ul>
          </section>
          <section aria-labelledby="files">
            <h2 id="files">{words.files}</h2>
            <ReviewedFiles datasetId={dataset.id} token={token} />
          </section>
        </>
      )}
    </article>
  );
}
