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

/** A form of a picture, ready to be kept. */
export interface PictureFile {
  path: string;
  contentType: string;
  bytes: Buffer;
}

/** Bytes that a card's picture may have (look.md, "Budgets"). */
const BUDGET = 35_000;
/** Tried in turn until a picture is within the budget; the last is taken as it comes. */
const qualities: Record<PictureFormat, readonly number[]> = {
  avif: [55, 42, 30, 18],
  webp: [74, 56, 38, 20],
  jpeg: [76, 58, 40, 24],
};
/** Seconds for one step of the work, which takes a tenth of one: whatever takes longer is no picture. */
const TIMEOUT = 20;
/** Forms made at once: each holds one of the four threads that file reads need too. */
const LANES = 2;

let busy: Promise<unknown> = Promise.resolve();
/** A picture of 40 megapixels takes 160 MB while it is decoded, so there is one at a time. */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const mine = busy.then(work);
  busy = mine.catch(() => {});
  return mine;
}

interface Pixels {
  data: Buffer;
  raw: PictureSize & { channels: 1 | 2 | 3 | 4 };
}

/** @throws when the bytes are no picture that we take */
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
  // JPEG knows no transparency: white is what most drawings lie on.
  const shown = format === 'jpeg' ? sized.flatten({ background: '#fff' }) : sized;
  // AVIF takes ten times as long for the last few per cent.
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

/** A generator: a lane that fails closes it, and the other one takes no more of a picture that is refused. */
function* formsOf(size: PictureSize): Generator<{ width: number; format: PictureFormat }> {
  for (const width of widthsOf(size)) for (const format of pictureFormats) yield { width, format };
}

/**
 * A picture in every form that pages ask for, the default one first. It is decoded and encoded again, so that nothing
 * but pixels is kept (threat 15). The work is sharp's own threads', one picture at a time.
 * @throws when the bytes are no PNG, JPEG, WebP or AVIF picture of at most 40 megapixels
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
