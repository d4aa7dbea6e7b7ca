import type { Language } from '../../../texts/languages.ts';

/** What a PDF is made of, all of it text. */
export interface PdfOrder {
  language: Language;
  /** In the title of the window, and above everything. */
  title: string;
  rows: [label: string, value: string][];
  /** What follows the rows: whether the seals fit, and the attachment. */
  notes: string[];
  /** Heading of the text. */
  heading: string;
  text: string;
  /** Attached. */
  json: string;
  /** ISO 8601. */
  signedAt: string;
  /** Of `{page}` and `{of}`. */
  pages: string;
}
