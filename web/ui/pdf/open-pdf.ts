import { GlobalWorkerOptions, getDocument, PDFDataRangeTransport } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

/** What PDFs without fonts of their own need; copied there by vite.config.ts. */
const files = `${import.meta.env.BASE_URL}pdfjs/`;

/**
 * Bytes of a range; neighbours are asked for together. Small, because pdf.js looks at every page's entry, which lie
 * all over the file, before it shows the first: with 256 KiB that is most of a long document.
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
 * Starts loading: only the ranges that the pages looked at need, so that a long document neither waits for its end nor
 * fills the memory. Our policy forbids WebAssembly, so the decoders written in JavaScript do that work; pictures too,
 * for the browser's own decoder keeps what it decoded for each page, 2 MB for a photograph, until the document is left.
 */
export const openPdf = (url: string) => getDocument({ url, ...how });

/** The same for a file of this device, which our policy lets no page fetch by an address. */
export function openPdfFile(file: File) {
  const range = new PDFDataRangeTransport(file.size, null);
  const task = getDocument({ range, ...how });
  range.requestDataRange = (begin: number, end: number) => {
    void file
      .slice(begin, end)
      .arrayBuffer()
      .then(
        (bytes) => {
          // From the first step of its end on, who asked for them may be gone, which pdf.js takes for our mistake.
          if (!task.destroyed) range.onDataRange(begin, new Uint8Array(bytes));
        },
        () => range.abort(),
      );
  };
  return task;
}

export type { PDFDocumentProxy } from 'pdfjs-dist';
export { TextLayer } from 'pdfjs-dist';
