import PDFDocument from 'pdfkit';
import type { Block, Run } from './markdown.ts';

type Doc = InstanceType<typeof PDFDocument>;

// Points. A4 is 595.28 by 841.89; 56 is two thirds of an inch and more.
export const margin = 56;
export const textWidth = 595.28 - 2 * margin;
const ink = '#0f172a';
const muted = '#475569';
const hairline = '#d5dde8';
const accent = '#006ed4';

const fonts = {
  plain: 'Helvetica',
  bold: 'Helvetica-Bold',
  italic: 'Helvetica-Oblique',
  code: 'Courier',
  link: 'Helvetica',
} as const;

export function openDocument(title: string, author: string, subject: string, keywords: string): Doc {
  return new PDFDocument({
    size: 'A4',
    margins: { top: margin, left: margin, right: margin, bottom: 72 },
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    // A fixed date, for reproducible bytes.
    info: {
      Title: title,
      Author: author,
      Subject: subject,
      Keywords: keywords,
      CreationDate: new Date('2026-01-01T00:00:00Z'),
    },
  });
}

export function collect(doc: Doc): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
    doc.end();
  });
}

/** A new page when less than `needed` points are left, so that nothing starts at the very bottom. */
export function keepTogether(doc: Doc, needed: number): void {
  if (doc.y + needed > doc.page.height - doc.page.margins.bottom) doc.addPage();
}

export function section(doc: Doc, title: string): void {
  keepTogether(doc, 90);
  doc.font(fonts.bold).fontSize(15);
  if (doc.y > margin) doc.moveDown(1.1);
  doc.fillColor(ink).text(title, margin, doc.y, { width: textWidth });
  doc.outline.addItem(title);
  doc.moveDown(0.5);
}

export function title(doc: Doc, name: string, line: string): void {
  doc.font(fonts.bold).fontSize(26).fillColor(ink).text(name, margin, margin, { width: textWidth });
  doc.moveDown(0.15).font(fonts.plain).fontSize(12).fillColor(muted).text(line);
  doc.moveDown(1);
}

function runs(doc: Doc, list: readonly Run[], left: number, size: number): void {
  list.forEach((run, index) => {
    const link = run.style === 'link' ? run.text : null;
    // Helvetica's ascent for every run: pdfkit would align the tops, and Courier's is lower.
    const baseline = -0.718 * size;
    const continued = index < list.length - 1;
    const options = { width: textWidth - (left - margin), lineGap: 3.2, continued, link, baseline };
    // Courier looks a size larger than Helvetica beside it.
    doc
      .font(fonts[run.style])
      .fontSize(run.style === 'code' ? size - 0.4 : size)
      .fillColor(link ? accent : ink);
    if (index === 0) doc.text(run.text, left, doc.y, options);
    else doc.text(run.text, options);
  });
}

export function paragraph(doc: Doc, list: readonly Run[]): void {
  runs(doc, list, margin, 10.5);
  doc.moveDown(0.7);
}

export function blocks(doc: Doc, list: readonly Block[]): void {
  list.forEach((block, index) => {
    if (block.kind === 'heading') {
      keepTogether(doc, 60);
      doc.moveDown(0.3).font(fonts.bold).fontSize(11.5).fillColor(ink);
      doc
        .text(block.runs.map(({ text }) => text).join(''), margin, doc.y, { width: textWidth })
        .moveDown(0.35);
    } else if (block.kind === 'paragraph') {
      paragraph(doc, block.runs);
    } else {
      keepTogether(doc, 30);
      doc.circle(margin + 4, doc.y + 5, 1.4).fill(muted);
      runs(doc, block.runs, margin + 14, 10.5);
      doc.moveDown(list[index + 1]?.kind === 'item' ? 0.25 : 0.7);
    }
  });
}

/** Label and value per row, with a hairline below each. */
export function facts(doc: Doc, rows: readonly (readonly [label: string, value: string])[]): void {
  const valueLeft = margin + 110;
  for (const [label, value] of rows) {
    doc.font(fonts.plain).fontSize(10);
    const rowHeight = doc.heightOfString(value, { width: textWidth - 110, lineGap: 2 });
    keepTogether(doc, rowHeight + 12);
    const top = doc.y + 5;
    doc.fillColor(muted).text(label, margin, top, { width: 104 });
    doc.fillColor(ink).text(value, valueLeft, top, { width: textWidth - 110, lineGap: 2 });
    rule(doc, top + rowHeight + 4);
    doc.y = top + rowHeight + 4;
  }
}

/** File name and size on one line, description and checksum below. */
export function fileRow(doc: Doc, file: { name: string; size: string; desc: string; sha256: string }): void {
  keepTogether(doc, 52);
  const top = doc.y + 6;
  doc
    .font(fonts.bold)
    .fontSize(10)
    .fillColor(ink)
    .text(file.name, margin, top, { width: textWidth - 150 });
  doc
    .font(fonts.plain)
    .fillColor(muted)
    .text(file.size, margin + textWidth - 150, top, { width: 150, align: 'right' });
  doc.fontSize(9.5).text(file.desc === '' ? 'subset' : file.desc, margin, top + 14, { width: textWidth });
  doc
    .font(fonts.code)
    .fontSize(8.2)
    .fillColor(ink)
    .text(file.sha256, margin, doc.y + 2, { width: textWidth });
  rule(doc, doc.y + 4);
  doc.y += 4;
}

function rule(doc: Doc, y: number): void {
  doc
    .moveTo(margin, y)
    .lineTo(margin + textWidth, y)
    .lineWidth(0.6)
    .stroke(hairline);
}

/** Written last, when the number of pages is known. */
export function footers(doc: Doc, name: string): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page);
    // Below the bottom margin pdfkit would start a new page.
    doc.page.margins.bottom = 0;
    const y = doc.page.height - 44;
    doc.font(fonts.plain).fontSize(8.5).fillColor(muted);
    doc.text(name, margin, y, { width: textWidth - 80, lineBreak: false });
    doc.text(`Page ${page + 1} of ${count}`, margin, y, {
      width: textWidth,
      align: 'right',
      lineBreak: false,
    });
  }
}
