import { useEffect, useState } from 'react';
import { openPdf, type PDFDocumentProxy } from '../../ui/pdf/open-pdf.ts';

/** Of a page, in points. */
export interface PageSize {
  width: number;
  height: number;
}

export interface OpenedPdf {
  pdf: PDFDocumentProxy;
  /** Of the first page: the guess for all, until a page has been looked at. */
  size: PageSize;
}

/** Opens the PDF, and lets go of it; undefined until its first page is known. */
export function usePdf(url: string, onFail: (error: unknown) => void): OpenedPdf | undefined {
  const [opened, setOpened] = useState<OpenedPdf>();
  useEffect(() => {
    const task = openPdf(url);
    let left = false;
    const open = async () => {
      const pdf = await task.promise;
      const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
      if (!left) setOpened({ pdf, size: { width, height } });
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
