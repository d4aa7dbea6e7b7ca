import { useId, useState } from 'react';
import { Link } from 'react-router';
import { tDataset } from '#texts/dataset';
import type { Dataset } from '../../../contract/catalogue.ts';
import { paths } from '../../paths.ts';
import controls from '../../ui/controls.module.css';
import { formatCount } from '../../ui/format.ts';
import { apa, type Work } from './citation.ts';
import { CitePanel } from './cite-panel.tsx';
import classes from './extras.module.css';
import { useVersions } from './use-versions.ts';
import { VersionsPanel } from './versions-panel.tsx';

export interface ExtrasProps {
  dataset: Dataset;
  /** The portal's name: the default publisher. */
  publisher: string;
}

interface OpenerProps {
  words: string;
  open: boolean;
  panelId: string;
  toggle: () => void;
}

const Opener = ({ words, open, panelId, toggle }: OpenerProps) => (
  <button
    className={`${controls.button} ${classes.opener}`}
    type="button"
    aria-expanded={open}
    aria-controls={open ? panelId : undefined}
    onClick={toggle}
  >
    {words}
  </button>
);

/** Print only: the citation and the URL. The laboratory's own citation is among the facts. */
const Printed = ({ work }: { work: Work }) => (
  <dl className={classes.printed}>
    <dt>{tDataset.print.cite}</dt>
    <dd>{apa(work)}</dd>
    <dt>{tDataset.print.address}</dt>
    <dd>{work.url}</dd>
  </dl>
);

/** Look, "Detail": the Cite panel and, where the name has several versions, their menu. Only in the browser. */
export function Extras({ dataset, publisher }: ExtrasProps) {
  const { cite, versions: words } = tDataset;
  const [open, setOpen] = useState<'cite' | 'versions'>();
  const versions = useVersions(dataset);
  const panelId = useId();
  const work: Work = { ...dataset, publisher, url: location.origin + paths.datasetDetail(dataset.id) };
  const opener = (panel: 'cite' | 'versions') => ({
    open: open === panel,
    panelId,
    toggle: () => setOpen(open === panel ? undefined : panel),
  });
  const newest = versions[0];
  return (
    <>
      <div className={classes.bar}>
        <Opener words={cite.open} {...opener('cite')} />
        {versions.length > 1 && (
          <Opener words={words.open(formatCount(versions.length))} {...opener('versions')} />
        )}
        {newest && newest.id !== dataset.id && (
          <p className={classes.newer}>
            {words.newer} <Link to={paths.datasetDetail(newest.id)}>{newest.version}</Link>
          </p>
        )}
      </div>
      {open && (
        <section
          className={classes.panel}
          id={panelId}
          aria-label={open === 'cite' ? cite.title : words.title}
        >
          {open === 'cite' && <CitePanel work={work} given={dataset.citation} />}
          {open === 'versions' && <VersionsPanel versions={versions} currentId={dataset.id} />}
        </section>
      )}
      <Printed work={work} />
    </>
  );
}
