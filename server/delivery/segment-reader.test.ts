import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Segment } from '../archive/index.ts';
import { AppError } from '../shared/errors.ts';
import type { OpenBlob } from '../storage/index.ts';
import { temporaryFolder } from '../testing/databases.ts';
import { segmentReader } from './segment-reader.ts';

const BYTES = Buffer.from(Uint8Array.from({ length: 5_000 }, (_, i) => (i * 13) % 251));

describe('an answer’s bytes, from memory, files and a store', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let file: string;
  const log: string[] = [];
  let verify = async () => {};
  beforeAll(async () => {
    folder = await temporaryFolder();
    file = join(folder.path, 'a');
    await writeFile(file, BYTES);
  });
  afterAll(() => folder.remove());

  /** `local`: a file; anything else: a stream of chunks, some of them empty, as from an object store. */
  async function openBlob(name: string): Promise<OpenBlob> {
    log.push(`open ${name}`);
    const handle = name === 'local' ? await open(file) : undefined;
    return {
      ...(handle ? { file: handle } : {}),
      async *read(start, end) {
        yield Buffer.of();
        for (let at = start; at < end; at += 700) yield BYTES.subarray(at, Math.min(end, at + 700));
      },
      verify: async () => {
        log.push(`look ${name}`);
        await verify();
      },
      close: async () => {
        log.push(`close ${name}`);
        await handle?.close();
      },
    };
  }
  const readerOf = (...segments: Segment[]) =>
    segmentReader({ segments: () => segments, open: openBlob }, 0, 0);
  async function all(reader: ReturnType<typeof readerOf>, size: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for (;;) {
      const buffer = Buffer.alloc(size);
      const length = await reader.fill(buffer);
      pieces.push(buffer.subarray(0, length));
      if (length < size) return Buffer.concat(pieces);
    }
  }

  test('buffers are filled whole, whatever the pieces; each blob is looked at on opening and at its end', async () => {
    for (const size of [1, 97, 256, 4_096, 100_000]) {
      log.length = 0;
      const reader = readerOf(
        Buffer.from('head'),
        { blob: 'local', start: 10, end: 3_000 },
        Buffer.from('middle'),
        { blob: 'remote', start: 0, end: 2_500 },
        { blob: 'empty', start: 7, end: 7 },
        Buffer.from('tail'),
      );
      const wanted = Buffer.concat([
        Buffer.from('head'),
        BYTES.subarray(10, 3_000),
        Buffer.from('middle'),
        BYTES.subarray(0, 2_500),
        Buffer.from('tail'),
      ]);
      expect((await all(reader, size)).equals(wanted), `${size}`).toBe(true);
      await reader.close();
      for (const name of ['local', 'remote'])
        expect(log.filter((line) => line.endsWith(name))).toEqual([
          `open ${name}`,
          `look ${name}`,
          `look ${name}`,
          `close ${name}`,
        ]);
      expect(log.indexOf('open remote'), 'opened while the one before is read').toBeLessThan(
        log.indexOf('close local'),
      );
      expect(log).toHaveLength(8);
    }
  });

  test('decisions §4: a blob that is no longer the recorded one fails before its last bytes are given out', async () => {
    let looks = 0;
    verify = async () => {
      if (++looks === 2) throw new AppError(503, 'The portal is not ready yet.');
    };
    const reader = readerOf({ blob: 'local', start: 0, end: 5_000 });
    expect(await reader.fill(Buffer.alloc(4_999))).toBe(4_999);
    await expect(reader.fill(Buffer.alloc(10))).rejects.toMatchObject({ code: 503 });
    log.length = 0;
    await reader.close();
    expect(log).toEqual(['close local']);
    verify = async () => {};
  });

  test('what was opened ahead is closed when the client goes', async () => {
    log.length = 0;
    const reader = readerOf({ blob: 'local', start: 0, end: 5_000 }, { blob: 'remote', start: 0, end: 10 });
    await reader.fill(Buffer.alloc(100));
    await reader.close();
    expect(log.filter((line) => line.startsWith('open')).sort()).toEqual(['open local', 'open remote']);
    expect(log.filter((line) => line.startsWith('close')).sort()).toEqual(['close local', 'close remote']);
  });

  test('a blob that cannot be opened ahead spoils nothing before it', async () => {
    const segments: Segment[] = [
      { blob: 'local', start: 0, end: 5_000 },
      { blob: 'gone', start: 0, end: 10 },
    ];
    const open = async (name: string) => {
      if (name === 'gone') throw new AppError(503, 'The portal is not ready yet.');
      return openBlob(name);
    };
    const reader = segmentReader({ segments: () => segments, open }, 0, 0);
    expect(await reader.fill(Buffer.alloc(5_000))).toBe(5_000);
    await expect(reader.fill(Buffer.alloc(10))).rejects.toMatchObject({ code: 503 });
    await reader.close();
  });

  test('a blob that ends too early is an error, and is closed', async () => {
    const reader = readerOf({ blob: 'local', start: 0, end: 5_001 });
    await expect(all(reader, 4_096)).rejects.toThrow('shorter');
    log.length = 0;
    await reader.close();
    expect(log).toEqual(['close local']);
  });
});
