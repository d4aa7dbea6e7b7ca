import { expect, test } from 'vitest';
import { GUARD } from '../support/guards.ts';
import { largeArchives, readersAccept } from './large-archives.ts';

// The other nine are in large-archives.long.test.ts.
const NAME = '70,000 files';

test(`ZIP64: ${NAME}: accepted by every reader, checksums and names`, {
  ...GUARD,
  timeout: 120_000,
}, async () => {
  const archive = largeArchives[NAME];
  expect(archive).toBeDefined();
  if (archive) await readersAccept(archive);
});
