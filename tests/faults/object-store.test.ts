import { ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Db, openDatabase } from '../../server/database/index.ts';
import { newId } from '../../server/shared/ids.ts';
import { blobLedger, loadS3 } from '../../server/storage/index.ts';
import { temporaryFolder } from '../../server/testing/databases.ts';
import { gather } from '../../server/testing/gather.ts';
import { freshPlace, type ObjectStorePlace, onObjectStore } from '../../server/testing/object-store.ts';
import { type HttpProxy, type RequestPlan, startHttpProxy } from '../support/http-proxy.ts';
import { randomBytes } from '../support/random.ts';
import { type ConnectionPlan, startProxy, type TcpProxy, unavailable } from '../support/tcp-proxy.ts';

const { s3Store } = await loadS3();

type Store = ReturnType<typeof s3Store>;

/** ms of silence that the store may keep, where it hangs; elsewhere a busy machine must not count as a hang. */
const SHORT = 200;
/** ms: three tries, their pauses, and much room for a busy machine. */
const BOUNDED = 15_000;
const BYTES = randomBytes(3_000_000);

async function* pieces(bytes: Uint8Array, size = 100_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

onObjectStore('fault: the object store fails', () => {
  let place: ObjectStorePlace;
  /** Straight to the gateway. */
  let direct: Store;
  let trouble: unknown[];
  const closers: (() => unknown)[] = [];

  beforeEach(async () => {
    place = await freshPlace();
    trouble = [];
    direct = s3Store(place.config, () => {});
    closers.push(() => direct.place.client.destroy());
  });
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });

  /** The same place by another way. */
  function through(port: number, patience = 30_000): Store {
    const endpoint = `http://127.0.0.1:${port}`;
    const store = s3Store({ ...place.config, endpoint, patience }, (error) => trouble.push(error));
    closers.unshift(() => store.place.client.destroy());
    return store;
  }
  async function behindTcp(
    plan: (n: number) => ConnectionPlan,
    patience?: number,
  ): Promise<{ store: Store; proxy: TcpProxy }> {
    const proxy = await startProxy({ target: { host: '127.0.0.1', port: place.port }, onConnection: plan });
    closers.push(proxy.close);
    return { store: through(proxy.port, patience), proxy };
  }
  async function behindHttp(plan: (method: string, url: string) => RequestPlan) {
    const proxy: HttpProxy = await startHttpProxy(place.port, ({ method = '', url = '' }) =>
      plan(method, url),
    );
    closers.push(proxy.close);
    return { store: through(Number(new URL(proxy.url).port)), seen: proxy.seen };
  }
  async function blob(): Promise<string> {
    const key = newId();
    await direct.put(key, pieces(BYTES));
    return key;
  }
  /** What lies at the place, asked for without a proxy. */
  async function left(): Promise<{ objects: number; uploads: number }> {
    const { client, bucket: Bucket, prefix: Prefix } = direct.place;
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix }));
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix }));
    return { objects: Contents.length, uploads: Uploads.length };
  }
  /** As many bytes as came before the error. */
  async function readUntilError(store: Store, key: string): Promise<{ got: Buffer; error: unknown }> {
    const got: Uint8Array[] = [];
    try {
      for await (const piece of store.read(key, 0, BYTES.length)) got.push(piece);
      return { got: Buffer.concat(got), error: undefined };
    } catch (error) {
      return { got: Buffer.concat(got), error };
    }
  }

  describe('reading', () => {
    test('cut once, twice: it goes on at the byte that was reached', async () => {
      const key = await blob();
      for (const cuts of [1, 2]) {
        const { store, proxy } = await behindTcp((n) => (n < cuts ? { cutAfter: 700_000 } : {}));
        const { got, error } = await readUntilError(store, key);
        expect(error).toBeUndefined();
        expect(got.equals(BYTES)).toBe(true);
        expect(proxy.connections()).toBe(cuts + 1);
      }
    });

    test('cut always: three tries, then an error; never an end that looks like the whole', async () => {
      const key = await blob();
      const { store, proxy } = await behindTcp(() => ({ cutAfter: 700_000 }));
      const { got, error } = await readUntilError(store, key);
      expect(error).toMatchObject({ code: 503 });
      expect(got.length).toBeGreaterThan(1_400_000);
      expect(got.equals(BYTES.subarray(0, got.length))).toBe(true);
      expect(proxy.connections()).toBe(3);
      expect(trouble).toHaveLength(1);
    });

    test('503 once: the second try has it; 503 always: three tries with pauses', async () => {
      const key = await blob();
      const once = await behindTcp((n) => (n === 0 ? { answer: unavailable } : {}));
      expect((await readUntilError(once.store, key)).got.equals(BYTES)).toBe(true);
      expect(once.proxy.connections()).toBe(2);

      const at: number[] = [];
      const always = await behindTcp(() => {
        at.push(performance.now());
        return { answer: unavailable };
      });
      expect(await readUntilError(always.store, key)).toMatchObject({ error: { code: 503 } });
      expect(at).toHaveLength(3);
      // A pause is a lower bound: a busy machine makes it longer, nothing makes it shorter.
      expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThan(140);
      expect((at[2] ?? 0) - (at[1] ?? 0)).toBeGreaterThan(290);
    });

    test('hangs in the middle, and before the first byte: bounded in time, three tries', async () => {
      const key = await blob();
      for (const hangAfter of [700_000, 0]) {
        const { store, proxy } = await behindTcp(() => ({ hangAfter }), SHORT);
        const began = performance.now();
        const { got, error } = await readUntilError(store, key);
        expect(error).toMatchObject({ code: 503 });
        expect(got.equals(BYTES.subarray(0, got.length))).toBe(true);
        expect(proxy.connections()).toBe(3);
        expect(performance.now() - began).toBeLessThan(BOUNDED);
      }
    });

    test('a reader that is slower than the store’s patience is no fault of the store', async () => {
      const key = await blob();
      const { store, proxy } = await behindTcp(() => ({}), 4_000);
      const got: Uint8Array[] = [];
      for await (const piece of store.read(key, 0, BYTES.length)) {
        if (got.push(piece) === 3) await new Promise((done) => setTimeout(done, 6_000));
      }
      expect(Buffer.concat(got).equals(BYTES)).toBe(true);
      expect(proxy.connections()).toBe(1);
    });

    test('an answer that is short and says that it is whole: the count tells', async () => {
      const key = await blob();
      const { store, seen } = await behindHttp(() => 'short');
      const { got, error } = await readUntilError(store, key);
      expect(error).toMatchObject({ code: 503 });
      expect(got.length).toBeLessThan(BYTES.length);
      expect(got.equals(BYTES.subarray(0, got.length))).toBe(true);
      expect(seen).toHaveLength(3);
    });

    test('what is not there, and bytes beyond the end, are asked for once and never given in part', async () => {
      const key = await blob();
      const { store, seen } = await behindHttp(() => 'pass');
      await expect(gather(store.read(newId(), 0, 10))).rejects.toThrow();
      expect(seen).toHaveLength(1);
      const pieces = store.read(key, 0, BYTES.length + 1)[Symbol.asyncIterator]();
      await expect(pieces.next()).rejects.toThrow();
      expect(seen).toHaveLength(2);
      expect(trouble).toEqual([]);
    });
  });

  describe('writing', () => {
    test('503 and hang: a clear 503 in bounded time, three tries for each request, and nothing stays', async () => {
      for (const plan of [{ answer: unavailable }, { hangAfter: 0 }]) {
        const { store } = await behindTcp(() => plan, 'hangAfter' in plan ? SHORT : undefined);
        const began = performance.now();
        await expect(store.put(newId(), pieces(BYTES))).rejects.toMatchObject({
          code: 503,
          retryAfter: 30,
        });
        expect(performance.now() - began).toBeLessThan(BOUNDED * 2);
        expect(await left()).toEqual({ objects: 0, uploads: 0 });
      }
      expect(trouble.length).toBeGreaterThan(0);
    });

    test('every answer is lost: the object that is there by then is removed again', async () => {
      const { store, seen } = await behindHttp(() => 'loseAnswer');
      await expect(store.put(newId(), pieces(BYTES))).rejects.toMatchObject({ code: 503 });
      expect(seen.filter((line) => line.startsWith('PUT'))).toHaveLength(3);
      expect(await left()).toEqual({ objects: 0, uploads: 0 });
    });

    test('answers are lost: the write succeeds, also where it is every answer to the last request', async () => {
      const bytes = randomBytes(9_000_000);
      for (const [lost, times] of [
        ['POST uploads=', 1],
        ['PUT partNumber=2', 1],
        ['POST uploadId=', 1],
        ['POST uploadId=', 3],
      ] as const) {
        let todo: number = times;
        const [verb = '', part = ''] = lost.split(' ');
        const { store } = await behindHttp((method, url) =>
          method === verb && url.includes(part) && todo-- > 0 ? 'loseAnswer' : 'pass',
        );
        const key = newId();
        expect((await store.put(key, pieces(bytes))).size, lost).toBe(bytes.length);
        expect(todo, lost).toBeLessThanOrEqual(0);
        expect(Buffer.concat(await gather(direct.read(key, 0, bytes.length))).equals(bytes)).toBe(true);
      }
    });

    test('a part fails in the middle: error, and neither object nor upload stays', async () => {
      const { store } = await behindHttp((_, url) => (/partNumber=2/.test(url) ? '503' : 'pass'));
      await expect(store.put(newId(), pieces(randomBytes(20_000_000)))).rejects.toMatchObject({ code: 503 });
      expect(await left()).toEqual({ objects: 0, uploads: 0 });
    });

    test('a byte that changes on the way is refused by the store, in small blobs and in parts', async () => {
      for (const size of [1_000, 9_000_000]) {
        const { store } = await behindHttp((method) => (method === 'PUT' ? 'flipByte' : 'pass'));
        await expect(store.put(newId(), pieces(randomBytes(size)))).rejects.toThrow();
        expect(await left()).toEqual({ objects: 0, uploads: 0 });
      }
    });
  });

  describe('with the ledger', () => {
    let db: Db;
    beforeEach(async () => {
      const folder = await temporaryFolder();
      db = await openDatabase(`${folder.path}/db.sqlite`);
      closers.unshift(async () => {
        await db.destroy();
        await folder.remove();
      });
    });
    const rows = async () =>
      (await db.selectFrom('blobs').select('state').execute()).map(({ state }) => state);

    test('the store is away from the second part on: after its return and a start, no row and no byte', async () => {
      let away = false;
      const { store } = await behindHttp((_, url) => {
        away ||= /partNumber=2/.test(url);
        return away ? '503' : 'pass';
      });
      const ledger = blobLedger(db, store, newId(), Date.now);
      await expect(ledger.write(pieces(randomBytes(20_000_000)))).rejects.toMatchObject({ code: 503 });
      expect(await rows()).toEqual(['discarded']);
      expect(await left()).toMatchObject({ uploads: 1 });
      away = false;
      expect(await ledger.recover()).toBe(1);
      expect(await rows()).toEqual([]);
      expect(await left()).toEqual({ objects: 0, uploads: 0 });
    });

    test('a server that starts leaves alone what another one writes into the same bucket', async () => {
      let go = () => {};
      const held = new Promise<void>((done) => {
        go = done;
      });
      async function* slow(): AsyncGenerator<Uint8Array> {
        yield randomBytes(17_000_000);
        await held;
        yield randomBytes(1_000_000);
      }
      const writing = blobLedger(db, direct, 'one server', Date.now).write(slow());
      await expect.poll(left).toMatchObject({ uploads: 1 });
      // Hours later by its clock: only the reservation spares it.
      const later = () => Date.now() + 7_200_000;
      const other = s3Store(place.config, () => {}, later);
      expect(await blobLedger(db, other, 'another', Date.now).recover()).toBe(0);
      go();
      expect((await writing).size).toBe(18_000_000);
    });
  });
});
