import { useEffect, useRef, useState } from 'react';
import { tDataset } from '#texts/dataset';
import { type PDFDocumentProxy, TextLayer } from '../../ui/pdf/open-pdf.ts';
import classes from './document-viewer.module.css';
import type { PageSize } from './use-pdf.ts';
import { PIXELS_PER_POINT, shareOf, type Zoom } from './zoom.ts';

interface Props {
  pdf: PDFDocumentProxy;
  number: number;
  /** Estimate, until the page has been loaded. */
  size: PageSize;
  /** Width of the column, in CSS pixels. */
  width: number;
  zoom: Zoom;
  drawn: boolean;
  onFail: (error: unknown) => void;
}

/** A higher pixel ratio costs memory that phones do not have, without a visible difference. */
const maxPixelRatio = 2;
/** Pixels of one canvas: 32 MB. A page zoomed in far is rendered at a lower resolution. */
const maxPixels = 8_000_000;

/** One page: always its placeholder; canvas and text layer while it is near the visible area. */
export function PdfPage({ pdf, number, size: guessed, width, zoom, drawn, onFail }: Props) {
  const sheet = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState(guessed);

  useEffect(() => {
    const place = sheet.current;
    if (!place || !drawn) return;
    const leaving = new AbortController();
    const canvas = document.createElement('canvas');
    const text = document.createElement('div');
    text.className = classes.text ?? '';
    // The text layer beside it has the same contents.
    canvas.setAttribute('aria-hidden', 'true');

    const draw = async () => {
      const page = await pdf.getPage(number);
      if (leaving.signal.aborted) return;
      // Its decoded images are many times the size of the file.
      leaving.signal.addEventListener('abort', () => page.cleanup());
      const natural = page.getViewport({ scale: 1 });
      setSize({ width: natural.width, height: natural.height });
      const scale = shareOf(zoom, width, natural.width) * PIXELS_PER_POINT;
      const most = Math.sqrt(maxPixels / (natural.width * natural.height)) / scale;
      const pixels = Math.min(window.devicePixelRatio, maxPixelRatio, most);
      const viewport = page.getViewport({ scale: scale * pixels });
      canvas.width = Math.floor(viewport.width);
      canvas.height = Math.floor(viewport.height);
      place.style.setProperty('--total-scale-factor', String(scale));
      place.replaceChildren(canvas, text);
      const rendering = page.render({ canvas, viewport });
      leaving.signal.addEventListener('abort', () => rendering.cancel());
      const layer = new TextLayer({
        textContentSource: page.streamTextContent(),
        container: text,
        viewport: page.getViewport({ scale }),
      });
      leaving.signal.addEventListener('abort', () => layer.cancel());
      await Promise.all([rendering.promise, layer.render()]);
    };
    draw().catch((error: unknown) => {
      if (!leaving.signal.aborted) onFail(error);
    });
    return () => {
      leaving.abort();
      // Frees the canvas memory at once; Safari otherwise keeps it until it runs out.
      canvas.width = 0;
      place.replaceChildren();
    };
  }, [pdf, number, width, zoom, drawn, onFail]);

  const style = {
    width: zoom === 'fit' ? undefined : size.width * zoom * PIXELS_PER_POINT,
    aspectRatio: `${size.width} / ${size.height}`,
  };
  const name = `${tDataset.document.page} ${number} ${tDataset.document.of(String(pdf.numPages))}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a page of a document is no fieldset
    <div className={classes.page} data-page={number} role="group" aria-label={name}>
      <div className={classes.sheet} ref={sheet} style={style} />
      <p className={classes.number} aria-hidden="true">
        {name}
      </p>
    </div>
  );
}
