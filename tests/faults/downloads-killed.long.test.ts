import { test } from 'vitest';
import { killedDownload } from '../support/killed-download.ts';
import { published } from '../support/published.ts';

const KILLS = 100;

test(`faults: kill -9 in a download, ${KILLS} times: ${KILLS} hashes equal, one record each`, async () => {
  // More than a client can have taken before its kill, and the system hold on its way.
  const d = await published(40 * 1024 * 1024);
  try {
    for (let n = 0; n < KILLS; n++) await killedDownload(d, n);
  } finally {
    await d.close();
  }
});
