import { limits } from '../../contract/limits.ts';
import {
  largestPicture,
  type PictureFormat,
  type PictureSize,
  pictureFormats,
  picturePath,
  pictureVariant,
  widthsOf,
} from '../../contract/pictures.ts';
import { newId } from '../shared/ids.ts';

/** An encoded variant of an image. */
export interface PictureFile {
  path: string;
  contentType: string;
  bytes: Buffer;
}

/** Bytes of a card's image (look.md, "Budgets"). */
const BUDGET = 35_000;
/** Qualities tried in turn until a variant is within the budget; the last is used regardless. */
const qualities: Record<PictureFormat, readonly number[]> = {
  avif: [55, 42, 30, 18],
  webp: [74, 56, 38, 20],
  jpeg: [76, 58, 40, 24],
};
/** Seconds per processing step; usual images take a tenth of one. */
const TIMEOUT = 20;
/** Variants encoded concurrently: each occupies one of libuv's four threads, which file reads need too. */
const LANES = 2;

let busy: Promise<unknown> = Promise.resolve();
/** Serialises image processing: 40 megapixels take 160 MB decoded. */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const mine = busy.then(work);
  busy = mine.catch(() => {});
  return mine;
}

interface Pixels {
  data: Buffer;
  raw: PictureSize & { channels: 1 | 2 | 3 | 4 };
}

/** @throws when the bytes are no supported image */
async function decode(bytes: Buffer): Promise<Pixels> {
  const { openPicture } = await import('../shared/restricted-sharp.ts');
  const { data, info } = await openPicture(bytes, limits.imagePixels)
    .rotate()
    .resize({ width: largestPicture, withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout({ seconds: TIMEOUT })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, raw: { width: info.width, height: info.height, channels: info.channels } };
}

async function encode({ data, raw }: Pixels, width: number, format: PictureFormat): Promise<Buffer> {
  const { sharp } = await import('../shared/restricted-sharp.ts');
  const sized = sharp(data, { raw }).resize({ width });
  // JPEG has no transparency: white background.
  const shown = format === 'jpeg' ? sized.flatten({ background: '#fff' }) : sized;
  // AVIF's higher effort takes ten times as long for the last few per cent.
  const options = { avif: { effort: 2 }, webp: { effort: 4 }, jpeg: { mozjpeg: true } }[format];
  let smallest = Buffer.of();
  for (const quality of qualities[format]) {
    smallest = await shown
      .clone()
      .timeout({ seconds: TIMEOUT })
      .toFormat(format, { ...options, quality })
      .toBuffer();
    if (smallest.length <= BUDGET) break;
  }
  return smallest;
}

/** A generator shared by the lanes: one that fails closes it, and the other one stops. */
function* formsOf(size: PictureSize): Generator<{ width: number; format: PictureFormat }> {
  for (const width of widthsOf(size)) for (const format of pictureFormats) yield { width, format };
}

/**
 * Encodes every variant of an image, the default one first. Decoding and re-encoding keeps nothing but pixels (threat
 * 15). Runs in sharp's own threads, one image at a time.
 * @throws when the bytes are no PNG, JPEG, WebP or AVIF image of at most 40 megapixels
 */
export const pictureForms = (bytes: Buffer): Promise<PictureFile[]> =>
  oneAtATime(async () => {
    const pixels = await decode(bytes);
    const path = picturePath(newId(), pixels.raw);
    const forms = formsOf(pixels.raw);
    const files: PictureFile[] = [];
    const lane = async () => {
      for (const { width, format } of forms) {
        files.push({
          path: pictureVariant(path, width, format),
          contentType: `image/${format}`,
          bytes: await encode(pixels, width, format),
        });
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    return files.sort((a, b) => Number(b.path === path) - Number(a.path === path));
  });
