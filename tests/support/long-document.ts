import { once } from 'node:events';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { adminTokenOf, callServer } from './server-process.ts';

/** A PDF of noise pictures, which nothing can pack: so many pages of about so many bytes, with an outline. */
export async function longDocument(pages: number, bytesPerPage: number): Promise<Buffer> {
  const width = 640;
  const pictureOf = (height: number) => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const create = { width, height, channels: 3, background: '#888', noise } as const;
    return sharp({ create }).jpeg({ quality: 90 }).toBuffer();
  };
  // Bytes grow with the height: one strip tells how much.
  const strip = 64;
  const height = Math.round((strip * bytesPerPage) / (await pictureOf(strip)).length);
  const picture = await pictureOf(Math.max(8, height));
  const document = new PDFDocument({ size: 'A4', margin: 40 });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const whole = once(document, 'end');
  for (let page = 1; page <= pages; page++) {
    if (page > 1) document.addPage();
    if (page % 50 === 1) document.outline.addItem(`Part from page ${page}`).addItem(`Inner ${page}`);
    document.fontSize(24).text(`This is leaf ${page} of ${pages}`);
    // A buffer each time: pdfkit then embeds it each time.
    document.image(Buffer.from(picture), 40, 90, { width: 500, height: 600 });
  }
  document.end();
  await whole;
  return Buffer.concat(parts);
}

/** Publishes a dataset with that document; gives the dataset's id. */
export async function publishedWithDocument(
  url: string,
  document: Uint8Array<ArrayBuffer>,
  fields: Record<string, string> = {},
): Promise<string> {
  const token = await adminTokenOf(url);
  const form = new FormData();
  const named = { name: 'A long read', version: '1', modalityName: 'Text', ...fields };
  for (const [key, value] of Object.entries(named)) form.append(key, value);
  form.append('desc', new Blob([document], { type: 'application/pdf' }), 'document.pdf');
  const headers = { authorization: `Bearer ${token}` };
  const added = await fetch(`${url}/api/v1/admin/addDataset`, { method: 'POST', body: form, headers });
  const { data, msg } = (await added.json()) as { data?: { id: string }; msg: string };
  if (!data) throw new Error(msg);
  await callServer(url, 'PUT', `/api/v1/admin/updateDataset/${data.id}`, {
    token,
    body: { status: 'published' },
  });
  return data.id;
}
