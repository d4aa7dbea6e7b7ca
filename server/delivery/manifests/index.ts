import { createHash } from 'node:crypto';
import type { manifestFormats } from '../../../contract/manifest.ts';
import type { Sendable } from '../send-file.ts';
import { aria2Manifest } from './aria2.ts';
import { bagitManifest } from './bagit.ts';
import { jsonManifest } from './json.ts';
import type { Manifest } from './manifest.ts';
import { metalinkManifest } from './metalink.ts';
import { sha256Manifest } from './sha256.ts';

type Format = (typeof manifestFormats)[number];

/** A manifest's text from its beginning, in pieces of about a millisecond's work; each call begins anew. */
type Written = () => Generator<string>;

/** Part of the ETag: goes up with every change of what a format says. */
const EDITION = 1;

const about: Record<Format, { contentType: string; extension: string }> = {
  sha256: { contentType: 'text/plain; charset=utf-8', extension: 'sha256' },
  json: { contentType: 'application/json; charset=utf-8', extension: 'json' },
  aria2: { contentType: 'text/plain; charset=utf-8', extension: 'aria2' },
  metalink: { contentType: 'application/metalink4+xml', extension: 'meta4' },
  bagit: { contentType: 'application/x-tar', extension: 'tar' },
};

const turn = () => new Promise(setImmediate);

async function write(format: Format, manifest: Manifest, published: number): Promise<Written> {
  if (format === 'sha256') return () => sha256Manifest(manifest);
  if (format === 'json') return () => jsonManifest(manifest);
  if (format === 'aria2') return () => aria2Manifest(manifest);
  if (format === 'metalink') return () => metalinkManifest(manifest);
  return bagitManifest(manifest, published);
}

/** The bytes from `start` to `end` (exclusive): the text is written again, and what lies before is passed over. */
async function* partOf(written: Written, start: number, end: number): AsyncGenerator<Buffer> {
  let at = 0;
  for (const text of written()) {
    const bytes = Buffer.from(text);
    const piece = bytes.subarray(Math.max(start - at, 0), Math.max(end - at, 0));
    at += bytes.length;
    if (piece.length > 0) yield piece;
    if (at >= end) return;
    await turn();
  }
}

interface Dependencies {
  format: Format;
  manifest: Manifest;
  /** ms since 1970; the date of a bag. */
  published: number;
  /** Whatever else decides the bytes. */
  distinguishing: readonly unknown[];
}

/**
 * A manifest as a file that can be sent by ranges, so that one of 100,000 files arrives over a bad line too. It is
 * written twice, once to count its bytes; nothing of it is kept.
 */
export async function manifestFile({
  format,
  manifest,
  published,
  distinguishing,
}: Dependencies): Promise<Sendable> {
  const { release, since, files, list, name } = manifest;
  const written = await write(format, manifest, published);
  let size = 0;
  for (const text of written()) {
    size += Buffer.byteLength(text);
    await turn();
  }
  const { contentType, extension } = about[format];
  const isRelease = format === 'sha256' && since === undefined && files.length === list.count;
  const says = JSON.stringify([EDITION, format, release, since?.release, ...distinguishing]);
  return {
    fileName: `${name}.${extension}`,
    contentType,
    size,
    etag: isRelease ? release : createHash('sha256').update(says).digest('hex'),
    sha256: isRelease ? release : null,
    source: {
      segments: (start, end) => partOf(written, start, end),
      open: () => {
        throw new Error('a manifest has no blobs');
      },
    },
  };
}

export type { Gone, Manifest } from './manifest.ts';
