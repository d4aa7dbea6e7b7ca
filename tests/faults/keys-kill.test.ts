// @module-tag guards
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { keysStore, openKeys } from '../../server/auth/index.ts';
import { openDatabase } from '../../server/database/index.ts';
import { onEachDatabase } from '../../server/testing/databases.ts';
import { copyOfDatabase, formerPortal } from '../support/former.ts';
import { LONG } from '../support/guards.ts';
import { havePrograms } from '../support/programs.ts';
import { canTrace } from '../support/trace.ts';

const opener = fileURLToPath(new URL('../../server/testing/keys-opener.ts', import.meta.url));
const SECRET_KEY = 'a key that several servers share, of 32 characters or more';

/** What makes a step last on the disk. */
const STEPS = 'rename,unlink,fsync,fdatasync,ftruncate';

/** Starts a portal that is killed at its nth step. @returns whether it got that far */
async function killedAt(calls: string, nth: number, env: Record<string, string>): Promise<boolean> {
  const inject = `inject=${calls}:signal=KILL:when=${nth}`;
  return promisify(execFile)(
    'strace',
    ['-f', '-qq', '-o', '/dev/null', '-e', inject, process.execPath, opener],
    {
      env: { ...process.env, ...env },
    },
  ).then(
    () => false,
    (error: { signal: string | null; stderr: string }) => {
      if (error.signal !== 'SIGKILL') throw error;
      return true;
    },
  );
}

if (havePrograms(['strace'], { test: 'kills while the keys move', packages: 'strace' }) && canTrace()) {
  onEachDatabase('faults: killed at any step while the keys leave the database', (kind) => {
    for (const [where, more, options] of [
      ['into a file', {}, kind === 'SQLite' ? {} : LONG],
      ['under SECRET_KEY', { SECRET_KEY }, LONG],
    ] as const)
      test(`${where}, the next start finishes it`, { ...options, timeout: 600_000 }, async () => {
        let steps = 0;
        for (let nth = 1; ; nth++) {
          const former = await formerPortal(kind, 'keys-in-the-database');
          try {
            const env = { ...former.env, ...more };
            if (!(await killedAt(STEPS, nth, env))) break;
            steps++;
            const db = await openDatabase(former.databaseUrl ?? join(former.folder, 'vitrine.sqlite'));
            try {
              const secretKey = 'SECRET_KEY' in more ? more.SECRET_KEY : undefined;
              const store = keysStore(db);
              const keys = await openKeys({ store, dataDir: former.folder, secretKey });
              await store.wipe();
              expect(keys, `step ${nth}`).toMatchObject(former.keys);
              const { id } = former.known.half;
              const row = await db
                .selectFrom('administrators')
                .select('totp_pending')
                .where('id', '=', id)
                .executeTakeFirstOrThrow();
              expect(keys.cipher.decrypt(row.totp_pending ?? '', `administrator ${id}`)).toBe(
                former.known.pendingSecret,
              );
            } finally {
              await db.destroy();
            }
            const copy = await copyOfDatabase(former);
            for (const secret of [
              ...Object.values(former.keys),
              former.known.pendingSecret,
              former.known.invite,
            ])
              expect(copy.includes(secret), `step ${nth}`).toBe(false);
          } finally {
            await former.remove();
          }
        }
        expect(steps).toBeGreaterThanOrEqual(3);
      });
  });
} else test.skip('faults: killed while the keys leave the database: NOT RUN', () => {});
