import { globSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { notRun } from './not-run.ts';
import { havePrograms } from './programs.ts';

const LIBRARY = '/usr/lib/*/faketime/libfaketimeMT.so.1';

/** Whether a process's clock can be set apart from the machine's. */
export function haveFakeClock(test: string): boolean {
  if (!havePrograms(['faketime'], { test, packages: 'faketime' })) return false;
  if (globSync(LIBRARY).length > 0) return true;
  notRun(test, `Not there: ${LIBRARY} (Debian: faketime).`);
  return false;
}

/** The clock of a server process, set by libfaketime while it runs. */
export interface FakeClock {
  /** For the environment of the process. */
  env: Record<string, string>;
  /** ms since 1970, as the process has it. */
  now: () => number;
  /** From now on its clock is so many ms ahead of the machine's, or behind it; done when `url` is seen to go by it. */
  set: (ahead: number, url: string) => Promise<void>;
}

/** The time that a server names in an answer, ms since 1970, to the second. */
async function timeAt(url: string): Promise<number> {
  return Date.parse((await fetch(`${url}/healthz`)).headers.get('date') ?? '');
}

export async function fakeClock(folder: string): Promise<FakeClock> {
  const file = join(folder, 'clock');
  let offset = 0;
  const write = async () => {
    // Renamed, so that the process never reads half of it.
    await writeFile(`${file}.new`, `${offset < 0 ? '' : '+'}${offset / 1_000}\n`);
    await rename(`${file}.new`, file);
  };
  await write();
  const now = () => Date.now() + offset;
  return {
    env: {
      LD_PRELOAD: globSync(LIBRARY)[0] ?? '',
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      // As on a machine whose clock is set: what counts how much time has passed goes on as before.
      DONT_FAKE_MONOTONIC: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    now,
    async set(ahead, url) {
      offset = ahead;
      await write();
      await expect
        .poll(async () => Math.abs((await timeAt(url)) - now()), { timeout: 15_000 })
        .toBeLessThan(3_000);
    },
  };
}
