import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Texts that browsers are sent; what lies in other formats is compressed already. */
const compressible = /\.(?:m?js|css|svg)$/;
/** Below that the head outweighs what is saved. */
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

/** Lays a file's brotli and gzip forms beside it, as the server looks for them. A name holds its content's hash. */
async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < SMALLEST) return;
  for (const [ending, compress] of forms) await writeFile(path + ending, await compress(bytes));
}

/** Compresses the hashed assets in a folder once, at their smallest, when all of them are built. */
export async function precompress(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((name) => compressible.test(name));
  await Promise.all(files.map((name) => compressFile(join(folder, name))));
}
