import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Text assets; other formats are compressed already. */
const compressible = /\.(?:m?js|css|svg)$/;
/** Bytes; below that the headers outweigh the savings. */
const SMALLEST = 500;

const forms: [ending: string, compress: (bytes: Buffer) => Promise<Buffer>][] = [
  [
    '.br',
    (bytes) =>
      promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
  ],
  ['.gz', (bytes) => promisify(gzip)(bytes, { level: 9 })],
];

/**
 * Writes a file's brotli and gzip variants beside it, where the server looks for them. A name contains its content
 * hash.
 */
async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < SMALLEST) return;
  for (const [ending, compress] of forms) await writeFile(path + ending, await compress(bytes));
}

/** Compresses the hashed assets in a folder at the highest level, after the build. */
export async function precompress(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((name) => compressible.test(name));
  await Promise.all(files.map((name) => compressFile(join(folder, name))));
}
