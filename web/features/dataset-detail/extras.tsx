import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { tDataset } from '#texts/dataset';
import type { Dataset } from '../../../contract/catalogue.ts';
import { fixityBadgePath } from '../../../contract/fixity-badge.ts';
import { permalinkPath } from '../../../contract/identifier-urls.ts';
import { issuedOf } from '../../../contract/issued.ts';
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

interface DisclosedProps {
  words: string;
  /** The panel's accessible name. */
  title: string;
  children: ReactNode;
}

/** A button and the panel that it opens in the top layer; the browser closes it on Escape and on a click outside. */
function Disclosed({ words, title, children }: DisclosedProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <button className={`${controls.button} ${classes.opener}`} type="button" popoverTarget={id}>
        {words}
      </button>
      <section
        className={classes.panel}
        popover="auto"
        id={id}
        aria-label={title}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {open && children}
      </section>
    </>
  );
}

/** Print only: the citation and the URL. */
const Printed = ({ work, given }: { work: Work; given: string }) => (
  <dl className={classes.printed}>
    <dt>{tDataset.print.cite}</dt>
    {given.trim() !== '' && <dd>{given}</dd>}
    <dd>{apa(work)}</dd>
    <dt>{tDataset.print.address}</dt>
    <dd>{work.url}</dd>
  </dl>
);

/** Look, "Detail": the Cite panel and, where the name has several versions, their menu. Only in the browser. */
export function Extras({ dataset, publisher }: ExtrasProps) {
  const { cite, versions: words } = tDataset;
  const versions = useVersions(dataset);
  const work: Work = {
    ...dataset,
    publisher,
    publishedAt: issuedOf(dataset),
    url: location.origin + permalinkPath(dataset.slug, dataset.version),
  };
  const newest = versions[0];
  return (
    <>
      <div className={classes.bar}>
        <Disclosed words={cite.open} title={cite.title}>
          <CitePanel
            work={work}
            given={dataset.citation}
            badge={location.origin + fixityBadgePath(dataset.id)}
          />
        </Disclosed>
        {versions.length > 1 && (
          <Disclosed words={words.open(formatCount(versions.length))} title={words.title}>
            <VersionsPanel versions={versions} currentId={dataset.id} />
          </Disclosed>
        )}
        {newest && newest.id !== dataset.id && (
          <p className={classes.newer}>
            {words.newer} <Link to={paths.datasetDetail(newest.id)}>{newest.version}</Link>
          </p>
        )}
      </div>
      <Printed work={work} given={dataset.citation} />
    </>
  );
}
