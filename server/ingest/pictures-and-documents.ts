import { limits } from '../../contract/limits.ts';
import { AppError, invalid } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import type { BlobLedger, LedgerBlob } from '../storage/index.ts';
import { pictureForms } from './pictures.ts';

/** An image or document as it is served: path below the static base, type and bytes. */
export interface StaticFile {
  path: string;
  contentType: string;
  blob: LedgerBlob;
  /** Variants of the same image, whose paths derive from this one's. */
  variants?: StaticFile[];
}

/** Blobs of a file and its variants. */
export const blobsOf = ({ blob, variants = [] }: StaticFile): LedgerBlob[] => [
  blob,
  ...variants.flatMap(blobsOf),
];

function tooLarge(most: number, field: string): AppError {
  const megabytes = Math.floor(most / 1024 / 1024);
  return new AppError(413, `This file is too large: at most ${megabytes} MiB.`, {
    errors: [{ path: field, message: `At most ${megabytes} MiB.` }],
  });
}

async function readAll(stream: AsyncIterable<Uint8Array>, most: number, field: string): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of stream) {
    size += piece.length;
    if (size > most) throw tooLarge(most, field);
    pieces.push(piece);
  }
  return Buffer.concat(pieces, size);
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/**
 * Stores a sample image. It is decoded and re-encoded, so that nothing but pixels is kept (threat 15).
 * @throws AppError 400 unless it is a PNG, JPEG, WebP or AVIF image; 413 when too large
 */
export async function takePicture(
  ledger: BlobLedger,
  stream: AsyncIterable<Uint8Array>,
): Promise<StaticFile> {
  const bytes = await readAll(stream, limits.imageBytes, 'samples');
  const forms = await pictureForms(bytes).catch(() => {
    throw invalid('samples', 'The sample image must be a PNG, JPEG, WebP or AVIF of at most 40 megapixels.');
  });
  const kept: StaticFile[] = [];
  try {
    for (const form of forms) {
      const blob = await ledger.write(one(form.bytes));
      kept.push({ path: form.path, contentType: form.contentType, blob });
    }
  } catch (error) {
    await ledger.discard(kept.map(({ blob }) => blob.key));
    throw error;
  }
  const [main, ...variants] = kept;
  if (!main) throw new Error('a picture has one form at least');
  return { ...main, variants };
}

interface PdfLimits {
  /** Bytes. */
  most: number;
  /** The field of the form, for the error. */
  field: string;
}

/** Passes a PDF through and refuses anything else: the type is detected from the bytes, never the uploader's claim. */
async function* pdfOnly(
  stream: AsyncIterable<Uint8Array>,
  { most, field }: PdfLimits,
): AsyncGenerator<Uint8Array> {
  let head = Buffer.alloc(0);
  let size = 0;
  for await (const piece of stream) {
    size += piece.length;
    if (size > most) throw tooLarge(most, field);
    if (head.length < 5) {
      head = Buffer.concat([head, piece.subarray(0, 5 - head.length)]);
      if (head.length === 5 && head.toString('latin1') !== '%PDF-') break;
    }
    yield piece;
  }
  if (head.toString('latin1') !== '%PDF-') throw invalid(field, 'The document must be a PDF.');
}

/**
 * Writes a PDF; the caller must keep or discard it.
 * @throws AppError 400 for anything else, 413 when too large
 */
export const takePdf = (
  ledger: BlobLedger,
  stream: AsyncIterable<Uint8Array>,
  of: PdfLimits,
): Promise<LedgerBlob> => ledger.write(pdfOnly(stream, of));

/** Stores a PDF: see `takePdf`. */
export async function takeDocument(
  ledger: BlobLedger,
  stream: AsyncIterable<Uint8Array>,
): Promise<StaticFile> {
  const blob = await takePdf(ledger, stream, { most: limits.documentBytes, field: 'desc' });
  return { path: `documents/${newId()}.pdf`, contentType: 'application/pdf', blob };
}
