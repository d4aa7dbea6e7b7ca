import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { HAPROXY } from '../support/haproxy.ts';
import { NGINX } from '../support/nginx.ts';
import { havePrograms } from '../support/programs.ts';
import { type Busy, busyPortal, failuresOf, rollingRestart } from '../support/rolling-restart.ts';

const MIB = 1024 * 1024;
/** ms: longer than a server that is told to stop lets a download run. */
const LONG = 60_000;

const there = havePrograms([HAPROXY, NGINX], { test: 'rolling restarts', packages: 'haproxy nginx-light' });
if (there && inject('s3Starter') && inject('postgresUrl')) {
  describe('operations.md, "Several servers": a rolling restart of both under 200 requests/s', () => {
    let busy: Busy;
    beforeAll(async () => {
      busy = await busyPortal(64 * MIB);
    }, 280_000);
    afterAll(() => busy?.portal.close());

    test.each(['HAProxy', 'nginx'] as const)(
      'behind %s: 0 failed requests but downloads, which resume and are whole',
      async (kind) => {
        const restarted = await rollingRestart(busy, kind, { perSecond: 200, downloads: 4, ms: LONG });
        const { load, downloads, writes } = restarted;
        const resumed = downloads.reduce((sum, download) => sum + download.resumed, 0);
        console.log(
          `${kind}: ${load.asked} requests, ${load.perSecond}/s, ${load.failed.length} failed; ${resumed} downloads resumed`,
        );
        expect(failuresOf(restarted)).toEqual([]);
        expect(load.answered).toBe(load.asked);
        expect(downloads.map(({ sha256 }) => sha256)).toEqual(downloads.map(() => busy.sha256));
        expect(resumed, 'some were cut').toBeGreaterThan(0);
        expect(writes.there).toBe(writes.acknowledged);
      },
    );
  });
}
