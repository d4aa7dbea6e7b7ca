import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, openDatabase } from '../database/index.ts';
import { freshDatabase, onEachDatabase, temporaryFolder } from '../testing/databases.ts';
import { firstAdministrator } from './first-admin.store.ts';
import { hashToken } from './tokens.ts';

onEachDatabase('operations.md "Several servers": the first administrator', (kind) => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let servers: Db[];
  beforeAll(async () => {
    fresh = await freshDatabase(kind);
    folder = await temporaryFolder();
    const open = () => openDatabase(fresh.url ?? `${folder.path}/vitrine.sqlite`);
    servers = [await open(), await open(), await open()];
  });
  afterAll(async () => {
    for (const db of servers) await db.destroy();
    await fresh.drop();
    await folder.remove();
  });

  test('of the links that several servers print at once one is good: the last one', async () => {
    const tokens = await Promise.all(servers.map((db) => firstAdministrator(db, undefined, 1_000)));
    const [db] = servers as [Db];
    const rows = await db.selectFrom('invitations').select(['token_hash', 'used_at']).execute();
    expect(rows).toHaveLength(1);
    expect(tokens.map((token) => hashToken(token ?? ''))).toContain(rows[0]?.token_hash);
    const later = await firstAdministrator(db, undefined, 2_000);
    const after = await db.selectFrom('invitations').select(['token_hash', 'expires_at']).execute();
    expect(after).toEqual([{ token_hash: hashToken(later ?? ''), expires_at: 2_000 + 86_400_000 }]);
  });

  test('of several servers that make it from the environment one does', async () => {
    const given = { email: 'admin@lab.example', password: 'nine lanterns under the orchard wall' };
    const links = await Promise.all(servers.map((db) => firstAdministrator(db, given, 3_000)));
    expect(links).toEqual([undefined, undefined, undefined]);
    const [db] = servers as [Db];
    expect(await db.selectFrom('administrators').select('username').execute()).toEqual([
      { username: 'admin@lab.example' },
    ]);
    expect(await db.selectFrom('invitations').select('id').execute(), 'the link is good no more').toEqual([]);
  });
});
