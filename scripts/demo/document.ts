import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { DemoDataset, DemoSubset } from './demo-dataset.ts';
import { parseMarkdown, parseRuns } from './document/markdown.ts';
import * as page from './document/page.ts';
import { drawPicture } from './picture.ts';

/** A4, 2 to 4 pages. Pass the picture if it exists: drawing it takes most of the time. */
export async function makeDocument(dataset: DemoDataset, picture?: Buffer): Promise<Buffer> {
  const files = await Promise.all(dataset.subsets.map(describe));
  // JPEG inside the PDF: a quarter of the PNG's size.
  const jpeg = await sharp(picture ?? (await drawPicture(dataset)))
    .jpeg({ quality: 84 })
    .toBuffer();
  const fullName = `${dataset.name} ${dataset.version}`;
  const doc = page.openDocument(
    fullName,
    dataset.authors,
    `${dataset.modalityName} dataset`,
    dataset.keywords,
  );

  page.title(doc, dataset.name, `Version ${dataset.version} · ${dataset.modalityName}`);
  doc.outline.addItem(fullName);
  doc.image(jpeg, page.margin, doc.y, { width: page.textWidth });
  doc.y += (page.textWidth * 800) / 1280 + 4;
  page.section(doc, 'Facts');
  page.facts(doc, [
    ['Modality', dataset.modalityName],
    ['Version', dataset.version],
    ['Files', `${files.length} files, ${formatSize(files.reduce((total, file) => total + file.bytes, 0))}`],
    ['Authors', dataset.authors],
    ['Licence', dataset.license],
    ['Keywords', dataset.keywords],
  ]);

  doc.addPage();
  page.section(doc, 'Description');
  page.blocks(doc, parseMarkdown(dataset.detail));
  page.section(doc, 'Files');
  page.paragraph(
    doc,
    parseRuns('Compare the SHA-256 below each file with what `sha256sum` prints for your copy.'),
  );
  for (const file of files) page.fileRow(doc, { ...file, size: formatSize(file.bytes) });
  page.section(doc, 'Licence');
  page.paragraph(doc, parseRuns(dataset.license));
  page.paragraph(doc, parseRuns(`Source: ${dataset.source}`));
  page.section(doc, 'Citation');
  page.paragraph(doc, parseRuns(dataset.citation));
  page.footers(doc, fullName);
  return page.collect(doc);
}

async function describe({ fileName, desc, filePath }: DemoSubset) {
  const content = await readFile(filePath);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { name: fileName, desc, bytes: content.length, sha256 };
}

function formatSize(bytes: number): string {
  const exact = `${bytes.toLocaleString('en')} bytes`;
  if (bytes < 1e6) return exact;
  return `${(bytes / 1e6).toFixed(1)} MB (${exact})`;
}
