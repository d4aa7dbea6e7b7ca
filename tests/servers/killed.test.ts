// @module-tag guards
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sql } from '../../server/testing/look-inside.ts';
import { NAMES } from '../support/balanced.ts';
import { balancedClient } from '../support/balanced-client.ts';
import { LONG } from '../support/guards.ts';
import { havePair, type Pair, startPair } from '../support/pair.ts';
import { bytesOf, judgeRecord, type RecordRow } from '../support/pair-judge.ts';
import { killedUnderLoad, PACE, SIZE } from '../support/pair-load.ts';
import { fillShelf, linksFor, type Shelf } from '../support/pair-readers.ts';
import { approvedUser } from '../support/person.ts';
import { resumedByRange } from '../support/resuming.ts';

describe.skipIf(!havePair('one of two servers killed'))(
  'operations.md, "Several servers": one is killed',
  () => {
    let dataDir: string;
    let pair: Pair;
    let shelf: Shelf;
    beforeAll(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'vitrine-killed-'));
      pair = await startPair(dataDir);
      shelf = await fillShelf(pair.url, dataDir, 2, SIZE);
    }, 180_000);
    afterAll(async () => {
      await pair?.close();
      await rm(dataDir, { recursive: true, force: true });
    });

    const kinds = [
      ['a stored file', 'reader.of.a.file@example.org', 0],
      ['a computed ZIP', 'reader.of.a.zip@example.org', -1],
    ] as const;
    test.each(kinds)(
      '%s is resumed at the other server under the same ETag, as one record',
      {
        timeout: 120_000,
      },
      async (_, email, which) => {
        const token = await approvedUser(pair.url, dataDir, email);
        const [path, link] = (await linksFor(balancedClient(pair.url), shelf, token)).at(which) ?? ['', ''];
        let kill: Promise<{ name: string; at: number }> | undefined;
        const resumed = await resumedByRange(pair.url + link, PACE, (piece) => {
          kill ??= (async () => {
            // Long enough for its record to be written, and far from its end.
            await expect.poll(() => bytesOf(piece), { timeout: 60_000 }).toBeGreaterThan(SIZE / 2);
            const at = Date.now();
            await pair.kill(piece.by as 'one');
            return { name: piece.by, at };
          })();
        });
        const killed = await kill;
        try {
          expect(resumed.pieces.map(({ by }) => by)).toEqual([
            killed?.name,
            NAMES.find((name) => name !== killed?.name),
          ]);
          expect([...resumed.statuses]).toEqual([206]);
          expect([...resumed.etags]).toEqual([expect.stringMatching(/^"[0-9a-f]{64}"$/)]);
          expect(resumed.sha256).toBe(shelf.hashes.get(path));
          await vi.waitFor(
            async () => {
              const query = `select * from records where email = '${email}'`;
              const rows = await sql<RecordRow>(
                { folder: dataDir, databaseUrl: pair.env.DATABASE_URL },
                query,
              );
              judgeRecord(rows, resumed, killed ? [killed] : []);
            },
            { timeout: 15_000, interval: 200 },
          );
        } finally {
          if (killed) await pair.start(killed.name as 'one');
        }
      },
    );

    test('again and again under mixed load: nothing is lost or doubled', {
      ...LONG,
      timeout: 600_000,
    }, async () => {
      console.log(await killedUnderLoad(pair, dataDir, shelf, 3));
    });
  },
);
