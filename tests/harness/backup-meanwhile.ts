import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { startServer } from '../support/server-process.ts';
import { vitrine } from '../support/vitrine.ts';
import { Portal } from './portal.ts';
import type { Run } from './world.ts';

/** A backup in the middle of the load; restored, it holds each thing as it was at some moment since the backup began. */
export function backupMeanwhile(folder: string) {
  const [saved, keys, restored] = ['saved', 'keys.json', 'restored'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const inBackup = ({ loads }: Run) =>
    [...loads.values()].flatMap(({ isInBackup, things }) => (isInBackup ? [...(things?.() ?? [])] : []));
  const done = (step: Awaited<ReturnType<typeof vitrine>>) =>
    expect([step.code, step.stderr]).toEqual([0, '']);

  return {
    async strike(run: Run): Promise<void> {
      for (const thing of inBackup(run)) thing.mark();
      done(await vitrine({ DATA_DIR: run.dataDir }, 'backup', saved, '--keys', keys));
    },
    async mend(run: Run): Promise<void> {
      const env = { DATA_DIR: restored };
      done(await vitrine(env, 'restore', saved, '--keys', keys));
      done(await vitrine(env, 'verify'));
      const server = await startServer(restored);
      try {
        const portal = new Portal(server, restored);
        const wrong: string[] = [];
        for (const thing of inBackup(run)) wrong.push((await thing.checkRestored(portal)) ?? '');
        expect(wrong.filter(Boolean)).toEqual([]);
      } finally {
        await server.end();
      }
      for (const made of [saved, keys, restored]) await rm(made, { recursive: true });
    },
  };
}
