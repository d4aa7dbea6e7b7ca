import sharp from 'sharp';

/** A form with text fields first, then files as [field, content, file name]. */
export function form(
  fields: Record<string, string>,
  ...files: [field: string, content: string | Uint8Array<ArrayBuffer>, fileName: string][]
): FormData {
  const made = new FormData();
  for (const [name, value] of Object.entries(fields)) made.append(name, value);
  for (const [field, content, fileName] of files) made.append(field, new Blob([content]), fileName);
  return made;
}

/** The required fields of addDataset. */
export const newDataset = (name: string, more: Record<string, string> = {}): Record<string, string> => ({
  name,
  version: '1.0',
  modalityName: 'MRI',
  ...more,
});

/** An image of one colour, as a camera or a drawing program would save it. */
export async function picture(
  format: 'png' | 'jpeg' | 'webp' | 'avif' | 'gif' | 'tiff' = 'png',
  width = 40,
  height = 30,
): Promise<Uint8Array<ArrayBuffer>> {
  const drawn = sharp({ create: { width, height, channels: 3, background: '#1890ff' } });
  return new Uint8Array(
    await drawn
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .toFormat(format)
      .toBuffer(),
  );
}

/** A multipart body, byte for byte: FormData would normalise malformed input. */
export function rawForm(...parts: { headers: string; content: string }[]): { type: string; body: string } {
  const boundary = 'a-boundary-of-ours';
  const pieces = parts.map(({ headers, content }) => `--${boundary}\r\n${headers}\r\n\r\n${content}\r\n`);
  return { type: `multipart/form-data; boundary=${boundary}`, body: `${pieces.join('')}--${boundary}--\r\n` };
}
