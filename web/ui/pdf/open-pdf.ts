import { GlobalWorkerOptions, getDocument, PDFDataRangeTransport } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

/** Fonts and maps for PDFs without embedded ones; copied there by vite.config.ts. */
const files = `${import.meta.env.BASE_URL}pdfjs/`;

/**
 * Bytes of a range request; adjacent ones are merged. Small, because pdf.js reads every page's entry, scattered over
 * the file, before it shows the first: with 256 KiB that would be most of a long document.
 */
const RANGE = 32 * 1024;

const how = {
  rangeChunkSize: RANGE,
  disableStream: true,
  disableAutoFetch: true,
  useWasm: false,
  isImageDecoderSupported: false,
  enableXfa: false,
  standardFontDataUrl: `${files}standard_fonts/`,
  cMapUrl: `${files}cmaps/`,
  wasmUrl: `${files}wasm/`,
  iccUrl: `${files}iccs/`,
};

/**
 * Starts loading: only the ranges needed for the visible pages, so that a long document neither loads completely nor
 * fills the memory. Our CSP forbids WebAssembly, so pdf.js uses its JavaScript decoders; for images, too, since the
 * browser's own decoder keeps what it decoded for each page, 2 MB for a photograph, until the document is closed.
 */
export const openPdf = (url: string) => getDocument({ url, ...how });

/** The same for a local file, which our CSP lets no page load by a blob URL. */
export function openPdfFile(file: File) {
  const range = new PDFDataRangeTransport(file.size, null);
  const task = getDocument({ range, ...how });
  range.requestDataRange = (begin: number, end: number) => {
    void file
      .slice(begin, end)
      .arrayBuffer()
      .then(
        (bytes) => {
          // Not after its destruction has begun: pdf.js would report an error.
          if (!task.destroyed) range.onDataRange(begin, new Uint8Array(bytes));
        },
        () => range.abort(),
      );
  };
  return task;
}

export type { PDFDocumentProxy } from 'pdfjs-dist';
export { TextLayer } from 'pdfjs-dist';
