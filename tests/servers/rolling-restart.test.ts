// @module-tag guards
import { inject, test, expect, describe } from 'vitest';
import { HAPROXY } from '../support/haproxy.ts';
import { openLoad } from '../support/open-load.ts';
import { havePrograms } from '../support/programs.ts';
import { busyPortal, resumingDownload } from '../support/rolling-restart.ts';

const MIB = 1024 * 1024;

const there = havePrograms([HAPROXY], { test: 'a rolling restart', packages: 'haproxy' });
if (there && inject('s3Starter') && inject('postgresUrl')) {
  describe('operations.md, "Several servers": a rolling restart behind HAProxy', () => {
    test('no request fails while one server is restarted after the other', { timeout: 180_000 }, async () => {
      const busy = await busyPortal(8 * MIB);
      try {
        const { portal, next } = busy;
        const balancer = await portal.balance('HAProxy');
        // Long enough to be running when each server is told to stop, and over within its grace.
        const both = async () => {
          const got = [];
          for (const name of ['one', 'two'] as const) {
            const downloads = Array.from({ length: 2 }, () =>
              resumingDownload(balancer.url + busy.link, (8 * MIB) / 6_000),
            );
            await portal.restart(name);
            got.push(...(await Promise.all(downloads)));
          }
          return got;
        };
        const restarting = both();
        const load = await openLoad(balancer.url, { perSecond: 60, next, until: restarting });
        console.log((await balancer.said()).split('\n').filter((l) => / 50\d |Server|CD|SD| \+?[1-9] "/.test(l)).join('\n'), load);
        expect(load.failed).toEqual([]);
        expect(load.answered).toBe(load.asked);
        for (const { sha256 } of await restarting) expect(sha256).toBe(busy.sha256);
        const { acknowledged, there } = await busy.writes(balancer.url);
        expect(there).toBe(acknowledged);
        console.log(load, await restarting);
      } finally {
        await busy.portal.close();
      }
    });
  });
}
