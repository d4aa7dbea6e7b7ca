import { useEffect, useRef, useState } from 'react';
import { tLists } from '#texts/lists';
import { openPdfFile } from '../../ui/pdf/open-pdf.ts';
import styles from './datasets.module.css';

const words = tLists.datasets;
/** CSS px. */
const WIDTH = 200;

/** The first page of a chosen PDF and its number of pages, or an error when it is unreadable. */
export default function DocumentPreview({ file }: { file: File }) {
  const place = useRef<HTMLCanvasElement>(null);
  const [pages, setPages] = useState<number | 'failed'>();

  useEffect(() => {
    setPages(undefined);
    const task = openPdfFile(file);
    let left = false;
    const draw = async () => {
      const pdf = await task.promise;
      const page = await pdf.getPage(1);
      const natural = page.getViewport({ scale: 1 });
      const viewport = page.getViewport({ scale: (WIDTH / natural.width) * Math.min(2, devicePixelRatio) });
      const canvas = place.current;
      if (left || !canvas) return;
      canvas.width = Math.floor(viewport.width);
      canvas.height = Math.floor(viewport.height);
      await page.render({ canvas, viewport }).promise;
      if (!left) setPages(pdf.numPages);
    };
    draw().catch(() => !left && setPages('failed'));
    return () => {
      left = true;
      void task.destroy();
    };
  }, [file]);

  return (
    <div>
      <canvas
        ref={place}
        role="img"
        aria-label={words.pagePreview}
        className={styles.page}
        hidden={pages === 'failed'}
      />
      <p role="status" className={styles.note}>
        {pages === 'failed' ? words.notPdf : pages !== undefined && words.pages(pages)}
      </p>
    </div>
  );
}
