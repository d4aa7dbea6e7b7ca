import PDFDocument from 'pdfkit';
import type { Language } from '../../../texts/languages.ts';
import { fontFiles, fontRuns } from './font-runs.ts';

type Doc = InstanceType<typeof PDFDocument>;

// Points. A4 is 595.28 by 841.89.
const MARGIN = 56;
const WIDTH = 595.28 - 2 * MARGIN;
const LABEL = 130;
/** Height of the letters' ascent, of 1: both fonts stand on one line then. */
const ASCENT = 1.069;
const ink = '#0f172a';
const muted = '#475569';

interface Place {
  left: number;
  width: number;
  size: number;
  color?: string;
}

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

/** Writes one line of the source, broken into as many as it needs. */
function writeLine(doc: Doc, line: string, { left, width, size, color = ink }: Place): void {
  const runs = fontRuns(line);
  doc.fillColor(color).fontSize(size);
  if (runs.length === 0) {
    doc.font('letters').moveDown(0.6);
    return;
  }
  runs.forEach(({ font, text }, index) => {
    const options = {
      width,
      lineGap: 2,
      continued: index < runs.length - 1,
      baseline: -ASCENT * size,
    };
    doc.font(font);
    if (index === 0) doc.text(text, left, doc.y, options);
    else doc.text(text, options);
  });
}

function row(doc: Doc, label: string, value: string): void {
  if (doc.y + 40 > doc.page.height - doc.page.margins.bottom) doc.addPage();
  const top = doc.y;
  writeLine(doc, label, { left: MARGIN, width: LABEL - 8, size: 9.5, color: muted });
  const below = doc.y;
  doc.y = top;
  writeLine(doc, value, { left: MARGIN + LABEL, width: WIDTH - LABEL, size: 9.5 });
  doc.y = Math.max(doc.y, below) + 3;
}

/** Written last, when the number of pages is known. */
function footers(doc: Doc, words: string): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page);
    // Below the bottom margin pdfkit would start a new page.
    doc.page.margins.bottom = 0;
    doc.y = doc.page.height - 44;
    const says = words.replace('{page}', String(page + 1)).replace('{of}', String(count));
    writeLine(doc, says, { left: MARGIN, width: WIDTH, size: 8.5, color: muted });
  }
}

function collect(doc: Doc): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
    doc.on('error', reject);
    doc.end();
  });
}

/** A signature as a PDF, with the same for programs attached. */
export function signaturePdf(order: PdfOrder): Promise<Uint8Array> {
  const signedAt = new Date(order.signedAt);
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: 72 },
    bufferPages: true,
    lang: order.language,
    displayTitle: true,
    // The same signature gives the same dates, whenever it is asked for.
    info: { Title: order.title, CreationDate: signedAt, ModDate: signedAt },
  });
  for (const [name, file] of Object.entries(fontFiles)) doc.registerFont(name, file);
  writeLine(doc, order.title, { left: MARGIN, width: WIDTH, size: 20 });
  doc.y += 8;
  for (const [label, value] of order.rows) row(doc, label, value);
  doc.y += 4;
  for (const note of order.notes)
    writeLine(doc, note, { left: MARGIN, width: WIDTH, size: 9.5, color: muted });
  doc.y += 12;
  writeLine(doc, order.heading, { left: MARGIN, width: WIDTH, size: 14 });
  doc.y += 4;
  for (const line of order.text.split(/\r?\n/))
    writeLine(doc, line, { left: MARGIN, width: WIDTH, size: 10.5 });
  footers(doc, order.pages);
  doc.file(Buffer.from(order.json), {
    name: 'signature.json',
    type: 'application/json',
    creationDate: signedAt,
    modifiedDate: signedAt,
  });
  return collect(doc);
}
