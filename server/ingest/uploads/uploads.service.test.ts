import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { type Db, openDatabase } from '../../database/index.ts';
import { newId } from '../../shared/ids.ts';
import { type BlobStore, blobLedger, diskStore, partialBlobs } from '../../storage/index.ts';
import { freshDatabase, onEachDatabase, temporaryFolder } from '../../testing/databases.ts';
import { hashBehind } from './hash-behind.ts';
import { uploadsService } from './uploads.service.ts';
import { uploadsStore } from './uploads.store.ts';

const SIZE = 10_000;
const METADATA = { filename: 'a.bin', relativePath: 'a.bin' };
const fatal = (error: unknown) => {
  throw error;
};

async function administrator(db: Db): Promise<string> {
  const id = newId();
  await db
    .insertInto('administrators')
    .values({
      ...{ id, username: id, name: id, password_hash: '', role: 'owner', created_at: 1 },
      ...{ disabled_at: null, totp_secret: null, totp_pending: null, totp_step: null },
    })
    .execute();
  return id;
}

onEachDatabase('operations.md "Several servers": uploads', (kind) => {
  test('a file of a folder is begun anew at one server just as another has all of it: no bytes are left', async () => {
    const fresh = await freshDatabase(kind);
    const folder = await temporaryFolder();
    for (const name of ['a', 'b', 'shared']) await mkdir(join(folder.path, name));
    const db = await openDatabase(fresh.url ?? join(folder.path, 'db.sqlite'));
    // As an object store is: it has no local files.
    const shared: BlobStore = diskStore(join(folder.path, 'shared'), fatal);
    delete shared.localPath;
    const server = (owner: string, store = uploadsStore(db)) =>
      uploadsService({
        store,
        ledger: blobLedger(db, shared, owner, () => 1),
        partial: partialBlobs(join(folder.path, owner), shared, fatal),
        hashes: hashBehind(fatal),
        owner,
        now: () => 1,
        onError: fatal,
      });
    const store = uploadsStore(db);
    const a = server('a');
    const b = server('b', {
      ...store,
      async atSamePlace(...place) {
        const found = await store.atSamePlace(...place);
        await a.finish(first, admin);
        return found;
      },
    });
    const admin = await administrator(db);
    const [first, again] = [newId(), newId()];
    try {
      const metadata = { ...METADATA, folder: await a.createFolder(admin, async () => {}) };
      await a.create(first, admin, SIZE, metadata);
      await a.write(first, admin, Readable.from([Buffer.alloc(SIZE, 7)]), () => {});
      await b.create(again, admin, SIZE, metadata);
      const uploads = await db.selectFrom('uploads').select(['id', 'blob_key']).execute();
      expect(uploads.map(({ id }) => id)).toEqual([again]);
      const keys = await db.selectFrom('blobs').select('key').execute();
      expect(keys.map(({ key }) => key)).toEqual(uploads.map((row) => row.blob_key));
      for await (const key of shared.keys()) throw new Error(`${key} is in the store`);
    } finally {
      await Promise.all([a.stop(), b.stop()]);
      await db.destroy();
      await fresh.drop();
      await folder.remove();
    }
  });
});
