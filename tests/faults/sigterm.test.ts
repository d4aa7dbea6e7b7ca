// @module-tag guards
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, test } from 'vitest';
import { freshDatabase } from '../../server/testing/databases.ts';
import { rowCount } from '../../server/testing/look-inside.ts';
import { published } from '../support/published.ts';

const MIB = 1024 * 1024;
/** A steady load's pace, ms: 200 requests a second. */
const EVERY = 5;

// Each waits for the end of a grace: at once.
test.concurrent('faults: SIGTERM at 200 requests/s: no failed request but downloads, exit within 30 s', {
  timeout: 90_000,
}, async () => {
  const d = await published(64 * MIB);
  try {
    const { server } = d;
    const link = await d.link('reader@example.org');
    // A download that nobody reads must not hold the server beyond its grace.
    const download = request(server.url + link, { agent: false });
    download.on('error', () => {});
    download.end();
    const [answer] = await once(download, 'response');
    answer.on('error', () => {});

    const agent = new Agent({ keepAlive: true, maxSockets: 16 });
    const outcomes = { answered: 0, refused: 0, failed: [] as string[] };
    let stopping = false;
    const ask = (): Promise<void> =>
      new Promise((resolve) => {
        const call = request(`${server.url}/api/v1/datasets`, { agent }, (response) => {
          response.resume();
          response.on('end', () => {
            if (response.statusCode === 200) outcomes.answered++;
            else outcomes.failed.push(`${response.statusCode}`);
            resolve();
          });
        });
        call.on('error', (error: NodeJS.ErrnoException) => {
          // Nobody listens any more, or the system had a connection in its queue that nobody took: nothing was begun.
          // On a connection that was kept, a request is never lost.
          const away = stopping && !call.reusedSocket;
          if (away) outcomes.refused++;
          else outcomes.failed.push(`${error.code} ${error.message}`);
          resolve();
        });
        call.end();
      });

    const asked: Promise<void>[] = [];
    const began = Date.now();
    const exited = once(server.child, 'exit');
    for (let n = 0; n < 600; n++) {
      await sleep(Math.max(0, began + n * EVERY - Date.now()));
      if (n === 300) {
        // What a busy machine has left waiting here has not reached the server yet: it is no part of what is judged.
        while (n - outcomes.answered - outcomes.failed.length > 8) await sleep(EVERY);
        stopping = true;
        server.child.kill('SIGTERM');
      }
      asked.push(ask());
    }
    const stopped = Date.now();
    await Promise.all(asked);
    expect(outcomes.failed).toEqual([]);
    expect(outcomes.answered).toBeGreaterThanOrEqual(290);
    expect(outcomes.refused, 'it no longer listens').toBeGreaterThan(0);
    await exited;
    expect(Date.now() - stopped).toBeLessThan(30_000);
    agent.destroy();
  } finally {
    await d.close();
  }
});

test.runIf(inject('postgresUrl'))(
  'operations.md, "Several servers": one whose grace is over leaves no row that stands in the others’ way',
  { timeout: 120_000, concurrent: true },
  async () => {
    const fresh = await freshDatabase('PostgreSQL', 'schema');
    const databaseUrl = fresh.url ?? '';
    const d = await published(64 * MIB, { DATABASE_URL: databaseUrl });
    try {
      const link = await d.link('reader@example.org');
      const download = request(d.server.url + link, { agent: false });
      download.on('error', () => {});
      download.end();
      const [answer] = await once(download, 'response');
      answer.on('error', () => {});
      expect(await rowCount({ folder: '', databaseUrl }, 'servers')).toBe(1);
      const exited = once(d.server.child, 'exit');
      d.server.child.kill('SIGTERM');
      expect(await exited, 'by its own end, not the signal’s').toEqual([0, null]);
      expect(await rowCount({ folder: '', databaseUrl }, 'servers')).toBe(0);
    } finally {
      await d.close();
      await fresh.drop();
    }
  },
);
