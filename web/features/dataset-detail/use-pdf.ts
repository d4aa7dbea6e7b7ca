import { useEffect, useState } from 'react';
import { openPdf, type PDFDocumentProxy } from '../../ui/pdf/open-pdf.ts';

/** Size of a page, in points. */
export interface PageSize {
  width: number;
  height: number;
}

export interface OpenedPdf {
  pdf: PDFDocumentProxy;
  /** Size of the first page: the estimate for all, until a page has been loaded. */
  size: PageSize;
}

/** Opens the PDF, and closes it on unmount; undefined until its first page is loaded. */
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
