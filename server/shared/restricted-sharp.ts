import sharp, { type Sharp } from 'sharp';

/** libvips' loaders of PNG, JPEG, WebP and AVIF from memory; AVIF's is named after its container. */
const LOADERS = ['Png', 'Jpeg', 'Webp', 'Heif'].map((kind) => `VipsForeignLoad${kind}Buffer`);

// At import, before any image is read: libvips detects the format itself, and knows a dozen that are not accepted.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS });

/** HEIC has the same container and loader: AVIF is recognised by its brands. */
const AVIF = ['avif', 'avis'];
const HEIC = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'];

/** Bytes; longer than any list of brands. */
const LONGEST = 256;

/** The brands of a file in that container (ISO 14496-12, 4.3); undefined for other formats. */
function brandsOf(bytes: Buffer): string[] | undefined {
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return undefined;
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, LONGEST);
  const brands: string[] = [];
  // The second one is the version of the first.
  for (let at = 8; at < end; at += 4) if (at !== 12) brands.push(bytes.toString('latin1', at, at + 4));
  return brands;
}

/**
 * Opens an uploaded image for decoding; so far only its brands are read.
 * @param limitInputPixels the largest size accepted
 * @throws for HEIC; other formats than PNG, JPEG, WebP and AVIF fail when decoded
 */
export function openPicture(bytes: Buffer, limitInputPixels: number): Sharp {
  const brands = brandsOf(bytes);
  if (
    brands &&
    (!brands.some((brand) => AVIF.includes(brand)) || brands.some((brand) => HEIC.includes(brand)))
  )
    throw new Error(`not a picture we take: ${brands.join(' ')}`);
  return sharp(bytes, { limitInputPixels, failOn: 'error' });
}

/** sharp, with only these loaders enabled. */
export { sharp };
