import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { publishedDocument } from '../support/document.ts';
import { pausedReaders } from '../support/paused-readers.ts';
import { startServer } from '../support/server-process.ts';

const SIZE = 24 * 1024 * 1024;
const READERS = 500;
/** From one address: within what one may have (threat 35). */
const PER_ADDRESS = 50;

test(`faults: slow readers: all of ${READERS} paused sockets are cut within 60 s`, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-slow-'));
  const server = await startServer(dataDir);
  try {
    const path = await publishedDocument(server.url, SIZE);
    const readers = await pausedReaders(Number(new URL(server.url).port), path, READERS, PER_ADDRESS);
    await sleep(60_000);
    // Nothing more comes than what the system held: a server that still sent would send the whole.
    for (const bytes of await readers.readOn()) expect(bytes).toBeLessThan(SIZE);
  } finally {
    await server.end('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  }
});
