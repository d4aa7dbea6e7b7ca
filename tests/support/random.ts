import { createCipheriv, createHash } from 'node:crypto';
import { seed } from './properties.ts';

// The one place from which tests draw: Math.random and node:crypto's would make each run another one.

/** Numbers and bytes without end, the same for the same seed: AES in counter mode. */
export function randomFrom(seed: number) {
  const key = createHash('sha256').update(String(seed)).digest();
  const stream = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  const randomBytes = (size: number): Buffer<ArrayBuffer> => Buffer.from(stream.update(Buffer.alloc(size)));
  return {
    randomBytes,
    /** In [0, 1). */
    random: (): number => randomBytes(4).readUInt32LE() / 2 ** 32,
  };
}

export const { randomBytes, random } = randomFrom(seed);
