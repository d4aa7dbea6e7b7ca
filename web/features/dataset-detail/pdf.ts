import { GlobalWorkerOptions, getDocument } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

/** What PDFs without fonts of their own need; copied there by vite.config.ts. */
const files = `${import.meta.env.BASE_URL}pdfjs/`;

/** Starts loading. Our policy forbids WebAssembly, so the decoders written in JavaScript do that work. */
export const openPdf = (url: string) =>
  getDocument({
    url,
    useWasm: false,
    enableXfa: false,
    standardFontDataUrl: `${files}standard_fonts/`,
    cMapUrl: `${files}cmaps/`,
    wasmUrl: `${files}wasm/`,
    iccUrl: `${files}iccs/`,
  });

export type { PDFDocumentProxy } from 'pdfjs-dist';
export { TextLayer } from 'pdfjs-dist';
