import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { randomBytes } from '../../../tests/support/random.ts';
import { temporaryFolder } from '../../testing/databases.ts';
import { receive } from './receive.ts';

const KiB = 1024;
/** With its own ArrayBuffer, as chunks from a socket have. */
const own = (bytes: Uint8Array) => Buffer.from(new Uint8Array(bytes).buffer);

test('issue 4: what is written gives its memory back at once, but not a part of something larger', async () => {
  const folder = await temporaryFolder();
  const whole = randomBytes(3_000 * KiB);
  const large = own(whole.subarray(2_000 * KiB));
  const pieces = [
    own(whole.subarray(0, 1_500 * KiB)),
    own(whole.subarray(1_500 * KiB, 2_000 * KiB)),
    large.subarray(0, 500 * KiB),
    // Goes beyond the end of the file.
    large.subarray(500 * KiB),
  ];
  const path = join(folder.path, 'file');
  const file = await open(path, 'w');
  const end = 2_900 * KiB;
  const got = await receive(Readable.from(pieces), file, { offset: 0, end, onProgress: () => {} });
  await file.close();
  expect(got.offset).toBe(end);
  expect(got.failure).toMatchObject({ code: 413 });
  expect((await readFile(path)).equals(whole.subarray(0, end))).toBe(true);
  expect(pieces.map(({ length }) => length)).toEqual([0, 0, 500 * KiB, 500 * KiB]);
  expect(large.equals(whole.subarray(2_000 * KiB))).toBe(true);
  await folder.remove();
});
