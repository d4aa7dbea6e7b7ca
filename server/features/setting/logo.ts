import { AppError, invalid } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { BlobLedger, LedgerBlob } from '../../storage/index.ts';

/** A logo as it is served. */
export interface LogoFile {
  path: string;
  contentType: string;
  blob: LedgerBlob;
}

const MOST_BYTES = 2 * 1024 * 1024;
const MOST_PIXELS = 16_000_000;
/** Pixels: three times what the header shows, for dense screens. */
const BOX = { width: 720, height: 120 };
/** Seconds; usual logos take a tenth of one. */
const TIMEOUT = 20;

export const isLogoPath = (path: string): boolean => /^logos\/[\w-]{20}\.webp$/.test(path);

async function readAll(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of stream) {
    size += piece.length;
    if (size > MOST_BYTES) {
      const message = `The logo is too large: at most ${MOST_BYTES / 1024 / 1024} MiB.`;
      throw new AppError(413, message, { errors: [{ path: 'logo', message }] });
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces, size);
}

async function encodeAgain(bytes: Buffer): Promise<Buffer> {
  const { openPicture } = await import('../../shared/restricted-sharp.ts');
  return openPicture(bytes, MOST_PIXELS)
    .rotate()
    .resize({ ...BOX, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout({ seconds: TIMEOUT })
    .webp({ quality: 90, alphaQuality: 100 })
    .toBuffer();
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/**
 * Stores the site's logo. It is decoded and re-encoded, so that nothing but pixels is kept (threat 15).
 * @throws AppError 400 unless it is a PNG, JPEG, WebP or AVIF image; 413 when too large
 */
export async function takeLogo(ledger: BlobLedger, stream: AsyncIterable<Uint8Array>): Promise<LogoFile> {
  const bytes = await readAll(stream);
  const encoded = await encodeAgain(bytes).catch(() => {
    throw invalid('logo', 'The logo must be a PNG, JPEG, WebP or AVIF picture of at most 16 megapixels.');
  });
  return {
    path: `logos/${newId()}.webp`,
    contentType: 'image/webp',
    blob: await ledger.write(one(encoded)),
  };
}
