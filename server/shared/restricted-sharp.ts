import sharp, { type Sharp } from 'sharp';

/** libvips' loaders of PNG, JPEG, WebP and AVIF from memory; AVIF's is called by its container. */
const LOADERS = ['Png', 'Jpeg', 'Webp', 'Heif'].map((kind) => `VipsForeignLoad${kind}Buffer`);

// Before anything is read: libvips finds out by itself what bytes are, and knows a dozen formats that nobody may send.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS });

/** HEIC lies in the same container and has the same loader: what is AVIF names it among its brands. */
const AVIF = ['avif', 'avis'];
const HEIC = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'];

/** Bytes: far beyond any list of brands. */
const LONGEST = 256;

/** The brands of a file in that container (ISO 14496-12, 4.3); undefined where it is another one. */
function brandsOf(bytes: Buffer): string[] | undefined {
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return undefined;
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, LONGEST);
  const brands: string[] = [];
  // The second is the version of the first.
  for (let at = 8; at < end; at += 4) if (at !== 12) brands.push(bytes.toString('latin1', at, at + 4));
  return brands;
}

/**
 * A picture that somebody sent, to be decoded. Nothing has been read of it yet but its brands.
 * @param limitInputPixels the most that it may have
 * @throws when it is HEIC; whatever else is no PNG, JPEG, WebP or AVIF fails when it is decoded
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

/** sharp as the server may use it. */
export { sharp };
