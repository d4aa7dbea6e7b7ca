import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { t } from '#texts/reading';
import { useLiteral } from '../../reading/setting.ts';
import controls from '../../ui/controls.module.css';
import classes from './document-section.module.css';
import type { DocumentViewerProps } from './document-viewer.tsx';

const load = async () => (await import('./document-viewer.tsx')).DocumentViewer;

/** Whether the element has come within one viewport of the visible area; stays true. */
function useNear() {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(
      (seen) => seen.some((entry) => entry.isIntersecting) && setNear(true),
      {
        rootMargin: '100% 0px',
      },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return { place, near };
}

/** Loads the PDF viewer, then renders it. Any failure is logged (§2) and shown in place with Retry. */
function Document({ url }: { url: string }) {
  const [Viewer, setViewer] = useState<ComponentType<DocumentViewerProps>>();
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  const fail = useCallback((error: unknown) => {
    console.error('The document could not be loaded.', error);
    setFailed(true);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    load().then((loaded) => setViewer(() => loaded), fail);
  }, [attempt, fail]);

  const retry = () => {
    setFailed(false);
    setAttempt(attempt + 1);
  };
  if (failed) {
    return (
      <div className={classes.failed} role="alert">
        <p>{t.detail.documentFailed}</p>
        <button className={controls.button} type="button" onClick={retry}>
          {t.reading.retry}
        </button>
      </div>
    );
  }
  if (!Viewer) return <div className={classes.waiting} aria-busy="true" />;
  return <Viewer key={attempt} url={url} onFail={fail} />;
}

/** §2: every page of the PDF whose path is the dataset's desc. */
export function DocumentSection({ url }: { url: string | undefined }) {
  const { place, near } = useNear();
  return (
    <section className={classes.section} aria-labelledby="document" ref={place}>
      <div className={classes.bar}>
        <h2 className={classes.title} id="document">
          {useLiteral().document}
        </h2>
        {url && (
          <a className={controls.button} href={url} target="_blank" rel="noreferrer">
            {t.detail.openFile}
          </a>
        )}
      </div>
      {!url && <p className={classes.none}>{t.detail.noDocument}</p>}
      {url &&
        (near ? <Document url={url} key={url} /> : <div className={classes.waiting} data-needs="script" />)}
    </section>
  );
}
