import { GlobalWorkerOptions, getDocument } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

/** What PDFs without fonts of their own need; copied there by vite.config.ts. */
const files = `${import.meta.env.BASE_URL}pdfjs/`;

/**
 * Bytes of a range; neighbours are asked for together. Small, because pdf.js looks at every page's entry, which lie
 * all over the file, before it shows the first: with 256 KiB that is most of a long document.
 */
const RANGE = 32 * 1024;

/**
 * Starts loading: only the ranges that the pages looked at need, so that a long document neither waits for its end nor
 * fills the memory. Our policy forbids WebAssembly, so the decoders written in JavaScript do that work.
 */
export const openPdf = (url: string) =>
  getDocument({
    url,
    rangeChunkSize: RANGE,
    disableStream: true,
    disableAutoFetch: true,
    useWasm: false,
    enableXfa: false,
    standardFontDataUrl: `${files}standard_fonts/`,
    cMapUrl: `${files}cmaps/`,
    wasmUrl: `${files}wasm/`,
    iccUrl: `${files}iccs/`,
  });

export type { PDFDocumentProxy } from 'pdfjs-dist';
export { TextLayer } from 'pdfjs-dist';
