import { type ReactNode, useId, useState } from 'react';
import { tDataset } from '#texts/dataset';
import type { Dataset } from '../../../contract/catalogue.ts';
import { getFixityBadge } from '../../../contract/fixity-badge.ts';
import { issuedOf } from '../../../contract/issued.ts';
import { fillPath } from '../../api/address.ts';
import controls from '../../ui/controls.module.css';
import { apa, type Work } from './citation.ts';
import { CitePanel } from './cite-panel.tsx';
import classes from './extras.module.css';
import { citedUrl } from './release/cited-url.ts';

export interface ExtrasProps {
  dataset: Dataset;
  doi: string;
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

interface PrintedProps {
  work: Work;
  given: string;
  releaseHash: string | null;
}

/** Print only: the citation, the URL and what the files can be held against. */
const Printed = ({ work, given, releaseHash }: PrintedProps) => (
  <dl className={classes.printed}>
    <dt>{tDataset.print.cite}</dt>
    {given.trim() !== '' && <dd>{given}</dd>}
    <dd>{apa(work)}</dd>
    <dt>{tDataset.print.address}</dt>
    <dd>{work.url}</dd>
    {releaseHash !== null && (
      <>
        <dt>{tDataset.more.releaseHash}</dt>
        <dd>{releaseHash}</dd>
      </>
    )}
  </dl>
);

/** Look, "Detail": the Cite panel. Only in the browser. */
export function Extras({ dataset, doi, publisher }: ExtrasProps) {
  const { cite } = tDataset;
  const url = citedUrl(dataset, doi);
  const work: Work = { ...dataset, publisher, publishedAt: issuedOf(dataset), url };
  return (
    <>
      <div className={classes.bar}>
        <Disclosed words={cite.open} title={cite.title}>
          <CitePanel
            work={work}
            given={dataset.citation}
            badge={location.origin + fillPath(getFixityBadge.path, { id: dataset.id })}
          />
        </Disclosed>
      </div>
      <Printed work={work} given={dataset.citation} releaseHash={dataset.releaseHash} />
    </>
  );
}
