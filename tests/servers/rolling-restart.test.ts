// @module-tag guards
import { describe, expect, inject, test } from 'vitest';
import { HAPROXY } from '../support/haproxy.ts';
import { havePrograms } from '../support/programs.ts';
import { busyPortal, failuresOf, rollingRestart } from '../support/rolling-restart.ts';

const MIB = 1024 * 1024;

const there = havePrograms([HAPROXY], { test: 'a rolling restart', packages: 'haproxy' });
describe.runIf(there && inject('s3Starter') && inject('postgresUrl'))(
  'operations.md, "Several servers": a rolling restart behind HAProxy',
  () => {
    test('no request fails while one server is restarted after the other', { timeout: 280_000 }, async () => {
      const busy = await busyPortal(8 * MIB);
      try {
        // Running when a server is told to stop, and over within its grace.
        const restarted = await rollingRestart(busy, 'HAProxy', { perSecond: 60, downloads: 2, ms: 12_000 });
        expect(failuresOf(restarted)).toEqual([]);
        const { load, downloads, writes } = restarted;
        expect(load.answered).toBe(load.asked);
        expect(downloads.map(({ sha256 }) => sha256)).toEqual(Array(4).fill(busy.sha256));
        expect(writes.acknowledged).toBeGreaterThan(0);
        expect(writes.there).toBe(writes.acknowledged);
      } finally {
        await busy.portal.close();
      }
    });
  },
);
