import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { WrittenBlob } from './blob-store.ts';

/** Passes chunks through, computing size, SHA-256 and CRC-32. */
export function hashing(): {
  through: (source: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>;
  result: () => WrittenBlob;
} {
  const sha256 = createHash('sha256');
  let size = 0;
  let crc = 0;
  return {
    async *through(source) {
      for await (const chunk of source) {
        sha256.update(chunk);
        crc = crc32(chunk, crc);
        size += chunk.length;
        yield chunk;
      }
    },
    result: () => ({ size, sha256: sha256.digest('hex'), crc32: crc }),
  };
}
