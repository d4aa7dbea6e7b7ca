import { type KeyboardEvent, useRef, useState } from 'react';
import { tDataset } from '#texts/dataset';
import { DocumentTools } from './document-tools.tsx';
import classes from './document-viewer.module.css';
import { PdfPage } from './pdf-page.tsx';
import { type OpenedPdf, usePdf } from './use-pdf.ts';
import { useSeenPages } from './use-seen-pages.ts';
import { PIXELS_PER_POINT, shareOf, stepped, type Zoom } from './zoom.ts';

export interface DocumentViewerProps {
  url: string;
  onFail: (error: unknown) => void;
}

/** Pages rendered before and after the visible ones. */
const ahead = 2;

const isField = (target: EventTarget): boolean => target instanceof HTMLInputElement;

/** Opens the PDF first: the viewer needs the first page's size. */
export function DocumentViewer({ url, onFail }: DocumentViewerProps) {
  const opened = usePdf(url, onFail);
  if (!opened) return <div className={classes.waiting} aria-busy="true" />;
  return <Opened {...opened} onFail={onFail} />;
}

/** Every page as a placeholder of its size; the visible ones, and two on either side, rendered. */
function Opened({ pdf, size, onFail }: OpenedPdf & Pick<DocumentViewerProps, 'onFail'>) {
  const list = useRef<HTMLElement>(null);
  const { seen, current, width } = useSeenPages(list, pdf.numPages);
  const [zoom, setZoom] = useState<Zoom>('fit');
  const share = shareOf(zoom, width, size.width);
  const first = Math.min(...seen) - ahead;
  const last = Math.max(...seen) + ahead;
  const numbers = Array.from({ length: pdf.numPages }, (_, index) => index + 1);

  const goTo = (number: number) =>
    list.current
      ?.querySelector(`[data-page="${number}"]`)
      ?.scrollIntoView({ block: 'start', behavior: 'instant' });
  /** Keeps the page in the middle there: the pages above change their heights, too. */
  const zoomTo = (next: Zoom) => {
    const page = list.current?.querySelector(`[data-page="${current}"]`);
    const before = page?.getBoundingClientRect();
    setZoom(next);
    if (!page || !before) return;
    const middle = innerHeight / 2;
    const part = Math.min(1, Math.max(0, (middle - before.top) / before.height));
    requestAnimationFrame(() => {
      const after = page.getBoundingClientRect();
      scrollBy({ top: after.top + part * after.height - middle, behavior: 'instant' });
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
    if (event.key === '+' || event.key === '=') zoomTo(stepped(share, 1));
    else if (event.key === '-') zoomTo(stepped(share, -1));
    else if (event.key === '0') zoomTo('fit');
    else return;
    event.preventDefault();
  };
  const wide = zoom !== 'fit' && share * PIXELS_PER_POINT * size.width > width + 1;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the controls within
    <div onKeyDown={onKeyDown}>
      <DocumentTools pdf={pdf} current={current} goTo={goTo} zoom={zoom} share={share} zoomTo={zoomTo} />
      <section
        className={classes.pages}
        ref={list}
        aria-label={tDataset.document.pages}
        // Focusable when it scrolls sideways, for the keyboard.
        tabIndex={wide ? 0 : undefined}
      >
        {numbers.map((number) => (
          <PdfPage
            key={number}
            pdf={pdf}
            number={number}
            size={size}
            width={width}
            zoom={zoom}
            drawn={width > 0 && number >= first && number <= last}
            onFail={onFail}
          />
        ))}
      </section>
    </div>
  );
}
