import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../server/testing/build-test-app.ts';
import { onEitherDatabase } from '../../server/testing/databases.ts';
import { form, newDataset, picture } from '../../server/testing/forms.ts';
import { stored } from '../../server/testing/look-inside.ts';

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

/** An AVIF picture under other brands: what a file says that it is, at its start and in its list. */
async function branded(main: string, other: string): Promise<Uint8Array<ArrayBuffer>> {
  const text = Buffer.from(await picture('avif')).toString('latin1');
  return bytesOf(text.replaceAll('avif', other).replace(`ftyp${other}`, `ftyp${main}`));
}

/** Of every kind that is not taken, by the name that it has in a browser's list of files. */
const others = async (): Promise<Record<string, Uint8Array<ArrayBuffer>>> => ({
  'a.svg': bytesOf('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9"/></svg>'),
  'a.gif': await picture('gif'),
  'a.tiff': await picture('tiff'),
  'a.pdf': bytesOf('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n'),
  'a.ppm': bytesOf(`P6 2 2 255\n${'abc'.repeat(4)}`),
  'a.heic': await branded('heic', 'heic'),
  'b.heic': await branded('mif1', 'heix'),
});

const words = {
  samples: 'The sample image must be a PNG, JPEG, WebP or AVIF of at most 40 megapixels.',
  logo: 'The logo must be a PNG, JPEG, WebP or AVIF picture of at most 16 megapixels.',
};

onEitherDatabase('threats 15: the four formats, and no loader but theirs', (database) => {
  let t: TestApp;
  let token: string;
  let made = 0;
  beforeAll(async () => {
    t = await buildTestApp({ database });
    token = await t.adminToken();
  });
  afterAll(() => t.close());

  const sendSamples = (bytes: Uint8Array<ArrayBuffer>, name: string) =>
    t.ask('POST', '/api/v1/admin/addDataset', {
      token,
      body: form(newDataset(`Pictured ${++made}`), ['samples', bytes, name]),
    });
  const sendLogo = (bytes: Uint8Array<ArrayBuffer>, name: string) =>
    t.ask('POST', '/api/v1/setting', { token, body: form({}, ['logo', bytes, name]) });

  test('PNG, JPEG, WebP and AVIF are taken, by whatever brand an AVIF begins', async () => {
    const taken = {
      'a.png': await picture('png'),
      'a.jpg': await picture('jpeg'),
      'a.webp': await picture('webp'),
      'a.avif': await picture('avif'),
      'b.avif': await branded('mif1', 'avif'),
    };
    for (const [name, bytes] of Object.entries(taken)) {
      const path = (room: string) => expect.stringMatching(`^${room}/.+\\.webp$`);
      expect(await sendSamples(bytes, name), name).toMatchObject({ data: { samples: path('samples') } });
      expect(await sendLogo(bytes, name), name).toMatchObject({ data: { logo: path('logos') } });
    }
  });

  test('SVG, GIF, TIFF, PDF, PPM and HEIC are refused, also under a name that ends in .png; nothing stays', async () => {
    const before = await stored(t);
    for (const [kind, bytes] of Object.entries(await others())) {
      for (const name of [kind, 'a.png']) {
        const refused = (path: 'samples' | 'logo') => ({
          code: 400,
          errors: [{ path, message: words[path] }],
        });
        expect(await sendSamples(bytes, name), `${kind} as ${name}`).toMatchObject(refused('samples'));
        expect(await sendLogo(bytes, name), `${kind} as ${name}`).toMatchObject(refused('logo'));
      }
    }
    expect(await stored(t)).toEqual(before);
  });

  test('libvips itself reads no other format once a picture has been looked at', async () => {
    await sendLogo(await picture(), 'a.png');
    for (const [kind, bytes] of Object.entries(await others())) {
      // HEIC has AVIF's loader; the server looks at the brands.
      if (kind.endsWith('.heic')) continue;
      await expect(sharp(bytes).metadata(), kind).rejects.toThrow('unsupported image format');
    }
    // Nor a file by its name.
    const file = join(t.folder, 'a.png');
    await writeFile(file, await picture());
    await expect(sharp(file).metadata()).rejects.toThrow('unsupported image format');
  });
});
