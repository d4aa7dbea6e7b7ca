import { expect, test } from 'vitest';
import { largeArchives, readersAccept } from './large-archives.ts';

test('the issue asks for ten', () => expect(Object.keys(largeArchives)).toHaveLength(10));

for (const [name, archive] of Object.entries(largeArchives)) {
  test(`ZIP64: ${name}: accepted by every reader, checksums and names`, () => readersAccept(archive));
}
