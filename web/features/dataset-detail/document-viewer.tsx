import { useEffect, useRef, useState } from 'react';
import classes from './document-viewer.module.css';
import { openPdf, type PDFDocumentProxy } from './pdf.ts';
import { PdfPage } from './pdf-page.tsx';

export interface DocumentViewerProps {
  url: string;
  onFail: (error: unknown) => void;
}

interface Opened {
  pdf: PDFDocumentProxy;
  /** Height by width of the first page: the guess for all, until a page has been looked at. */
  ratio: number;
}

/** Pages on either side of what is seen that are drawn as well. */
const ahead = 2;

function useOpened({ url, onFail }: DocumentViewerProps): Opened | undefined {
  const [opened, setOpened] = useState<Opened>();
  useEffect(() => {
    const task = openPdf(url);
    let left = false;
    const open = async () => {
      const pdf = await task.promise;
      const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
      if (!left) setOpened({ pdf, ratio: height / width });
    };
    open().catch((error: unknown) => {
      if (!left) onFail(error);
    });
    return () => {
      left = true;
      void task.destroy();
    };
  }, [url, onFail]);
  return opened;
}

/** Which pages are seen, and how wide they are. */
function useSeen(opened: Opened | undefined) {
  const list = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set([1]));
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const pages = list.current;
    if (!opened || !pages) return;
    const pageSeen = new IntersectionObserver((entries) => {
      setSeen((before) => {
        const now = new Set(before);
        for (const { target, isIntersecting } of entries) {
          const number = Number((target as HTMLElement).dataset.page);
          if (isIntersecting) now.add(number);
          else now.delete(number);
        }
        return now;
      });
    });
    for (const page of pages.children) pageSeen.observe(page);
    const resized = new ResizeObserver(() => setWidth(pages.clientWidth));
    resized.observe(pages);
    return () => {
      pageSeen.disconnect();
      resized.disconnect();
    };
  }, [opened]);
  return { list, seen, width };
}

/** Every page as a placeholder of its size; those seen, and two on either side, drawn. */
export function DocumentViewer(props: DocumentViewerProps) {
  const opened = useOpened(props);
  const { list, seen, width } = useSeen(opened);
  if (!opened) return <div className={classes.waiting} aria-busy="true" />;
  const first = Math.min(...seen) - ahead;
  const last = Math.max(...seen) + ahead;
  const numbers = Array.from({ length: opened.pdf.numPages }, (_, index) => index + 1);
  return (
    <div className={classes.pages} ref={list}>
      {numbers.map((number) => (
        <PdfPage
          key={number}
          pdf={opened.pdf}
          number={number}
          ratio={opened.ratio}
          width={width}
          drawn={width > 0 && number >= first && number <= last}
          onFail={props.onFail}
        />
      ))}
    </div>
  );
}
