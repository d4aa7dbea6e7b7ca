import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { tDataset } from '#texts/dataset';
import { formatCount } from '../../ui/format.ts';
import type { PDFDocumentProxy } from '../../ui/pdf/open-pdf.ts';
import { DocumentOutline, type Outline } from './document-outline.tsx';
import classes from './document-tools.module.css';
import { stepped, type Zoom } from './zoom.ts';

interface Props {
  pdf: PDFDocumentProxy;
  /** Current page, from 1. */
  current: number;
  goTo: (page: number) => void;
  zoom: Zoom;
  /** Zoom as a fraction of the paper's size. */
  share: number;
  zoomTo: (zoom: Zoom) => void;
}

const { document: words } = tDataset;

/** Shows the current page, and accepts a page number to go to. */
function PageField({ pdf, current, goTo }: Pick<Props, 'pdf' | 'current' | 'goTo'>) {
  const [typed, setTyped] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const number = Math.round(Number(typed ?? current));
    if (Number.isFinite(number) && typed?.trim() !== '') goTo(Math.min(pdf.numPages, Math.max(1, number)));
    setTyped(undefined);
  };
  return (
    <form className={classes.page} onSubmit={submit}>
      <label>
        {words.page}{' '}
        <input
          className={classes.number}
          inputMode="numeric"
          autoComplete="off"
          value={typed ?? current}
          size={Math.max(3, String(pdf.numPages).length)}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => setTyped(undefined)}
          onKeyDown={(event) => event.key === 'Escape' && setTyped(undefined)}
        />
      </label>
      <span>{words.of(formatCount(pdf.numPages))}</span>
    </form>
  );
}

const ZoomIcon = ({ path }: { path: string }) => (
  <svg viewBox="0 0 20 20" aria-hidden="true">
    <path d={path} />
  </svg>
);

function ZoomTools({ zoom, share, zoomTo }: Pick<Props, 'zoom' | 'share' | 'zoomTo'>) {
  return (
    <div className={classes.zoom}>
      <button
        className={classes.button}
        type="button"
        aria-label={words.zoomOut}
        aria-keyshortcuts="-"
        onClick={() => zoomTo(stepped(share, -1))}
      >
        <ZoomIcon path="M4 10h12" />
      </button>
      <span className={classes.percent} role="status" aria-label={words.zoom}>
        {Math.round(share * 100)} %
      </span>
      <button
        className={classes.button}
        type="button"
        aria-label={words.zoomIn}
        aria-keyshortcuts="+"
        onClick={() => zoomTo(stepped(share, 1))}
      >
        <ZoomIcon path="M4 10h12M10 4v12" />
      </button>
      <button
        className={classes.button}
        type="button"
        aria-pressed={zoom === 'fit'}
        aria-keyshortcuts="0"
        onClick={() => zoomTo('fit')}
      >
        {words.fit}
      </button>
    </div>
  );
}

/** The PDF's outline; empty without one. */
function useOutline(pdf: PDFDocumentProxy): Outline {
  const [outline, setOutline] = useState<Outline>([]);
  useEffect(() => {
    let left = false;
    pdf.getOutline().then(
      (found: Outline | null) => !left && setOutline(found ?? []),
      (error: unknown) => console.error('The outline of the document could not be read.', error),
    );
    return () => {
      left = true;
    };
  }, [pdf]);
  return outline;
}

/** Look, "Detail": page n/N, zoom, outline. Sticky while the document is visible. */
export function DocumentTools({ pdf, current, goTo, zoom, share, zoomTo }: Props) {
  const outline = useOutline(pdf);
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const outlineId = useId();
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  return (
    <div className={classes.tools} role="toolbar" aria-label={words.tools}>
      {outline.length > 0 && (
        <button
          className={classes.button}
          type="button"
          ref={opener}
          aria-expanded={open}
          aria-controls={open ? outlineId : undefined}
          onClick={() => setOpen(!open)}
        >
          {words.outline}
        </button>
      )}
      <PageField pdf={pdf} current={current} goTo={goTo} />
      <ZoomTools zoom={zoom} share={share} zoomTo={zoomTo} />
      {open && <DocumentOutline id={outlineId} pdf={pdf} outline={outline} goTo={goTo} close={close} />}
    </div>
  );
}
