import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { open, readdir, readFile, truncate, utimes, writeFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { havePrograms } from '../../tests/support/programs.ts';
import { temporaryFolder } from '../testing/databases.ts';
import { tool } from '../testing/tools.ts';
import { hashPool } from './pool.ts';

const MiB = 1024 * 1024;
/** No two blocks are alike: misplaced bytes change the hash. */
const bytesOf = (size: number): Buffer => {
  const bytes = Buffer.alloc(size);
  for (let i = 0; i < size; i += 997) bytes.writeUInt8((i * 31) % 256, i);
  return bytes;
};
const sums = (bytes: Uint8Array) => ({
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  crc32: crc32(bytes),
});

describe('issue 4: hashing in workers', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  const pool = hashPool(2);
  beforeAll(async () => {
    folder = await temporaryFolder();
  });
  afterAll(async () => {
    await pool.close();
    await folder.remove();
  });
  const at = (name: string) => join(folder.path, name);

  test('files of all sizes, by path and by descriptor, more at once than threads', async () => {
    const sizes = [0, 1, 4_095, MiB - 1, MiB, MiB + 1, 3 * MiB + 7, 65 * MiB];
    await Promise.all(sizes.map((size) => writeFile(at(`${size}`), bytesOf(size))));
    await Promise.all(sizes.map((size) => utimes(at(`${size}`), 1_700_000_000.25, 1_700_000_000.25)));
    const found = await Promise.all([...sizes, ...sizes].map((size) => pool.hashFile(at(`${size}`))));
    const wanted = sizes.map((size) => ({ ...sums(bytesOf(size)), mtimeUs: 1_700_000_000_250_000 }));
    expect(found).toEqual([...wanted, ...wanted]);
    const file = await open(at(`${MiB + 1}`));
    expect(await pool.hashFile(file.fd)).toEqual(wanted[5]);
    expect((await file.stat()).size, 'the descriptor stays open').toBe(MiB + 1);
    await file.close();
  });

  test('small files that go to a thread together: each has its own answer, also when one cannot be read', async () => {
    const sizes = Array.from({ length: 20 }, (_, i) => i * 1_000);
    await Promise.all(sizes.map((size) => writeFile(at(`small${size}`), bytesOf(size))));
    const [gone, found] = await Promise.all([
      pool.hashFile(at('gone'), { size: 1 }).catch((error: unknown) => error),
      Promise.all(sizes.map((size) => pool.hashFile(at(`small${size}`), { size }))),
    ]);
    expect(gone).toMatchObject({ code: 'ENOENT', message: expect.stringContaining('gone') });
    expect(found).toMatchObject(sizes.map((size) => sums(bytesOf(size))));
  });

  test('pieces: bytes, whose buffer is used again, and ranges of files, in their order', async () => {
    const bytes = bytesOf(3 * MiB);
    await writeFile(at('pieces'), bytes);
    const file = await open(at('pieces'));
    const shared = Buffer.alloc(70_000);
    const expected: Buffer[] = [];
    const progress: number[] = [];
    const found = await pool.hashPieces(
      async (add) => {
        for (let i = 0; i < 40; i++) {
          shared.fill(i);
          expected.push(Buffer.from(shared));
          await add(shared);
          expected.push(bytes.subarray(i * 10, i * 60_000));
          if (i % 3 === 0) await add({ fd: file.fd, start: i * 10, end: i * 60_000 });
          else await add(bytes.subarray(i * 10, i * 60_000));
        }
      },
      { onProgress: (done) => progress.push(done) },
    );
    await file.close();
    expect(found).toEqual(sums(Buffer.concat(expected)));
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(progress.at(-1)).toBe(found.size);
    expect(await pool.hashPieces(async () => {})).toEqual(sums(Buffer.alloc(0)));
  });

  test('without the CRC-32: the same hash of files and pieces; of parts of a row the CRC-32 that was asked for', async () => {
    const bytes = bytesOf(65 * MiB);
    await writeFile(at('parts'), bytes);
    const { size, sha256 } = sums(bytes);
    expect(await pool.digestFile(at('parts'))).toEqual({ size, sha256 });
    const file = await open(at('parts'));
    const ends = [3, 100, 2 * MiB + 5, size];
    const crcs: number[] = [];
    const found = await pool.digestPieces(async ({ add, crcOf }) => {
      await add(bytes.subarray(0, 3));
      crcs.push(await crcOf(() => add({ fd: file.fd, start: 3, end: 100 })));
      crcs.push(await crcOf(() => add(bytes.subarray(100, 2 * MiB + 5))));
      crcs.push(await crcOf(async () => {}));
      crcs.push(await crcOf(() => add({ fd: file.fd, start: 2 * MiB + 5, end: size })));
    });
    await file.close();
    expect(found).toEqual({ size, sha256 });
    const part = (i: number) => crc32(bytes.subarray(ends[i], ends[i + 1]));
    expect(crcs).toEqual([part(0), part(1), 0, part(2)]);
  });

  test.runIf(process.platform === 'linux')(
    'the threads give way to the one that answers requests',
    async () => {
      const tasks = () => readdir('/proc/self/task');
      const niceness = async (task: string) =>
        Number(
          // One of another pool may have ended meanwhile.
          (await readFile(`/proc/self/task/${task}/stat`, 'utf8').catch(() => ''))
            .replace(/^.*\) /s, '')
            .split(' ')[16],
        );
      // Not by their number: the threads of files before this one may still be ending.
      const before = new Set(await tasks());
      const three = hashPool(3);
      // Until each has had a task: who is ready first may do several.
      await expect
        .poll(async () => {
          await Promise.all([0, 1, 2].map(() => three.hashFile(at('1'))));
          const begun = (await tasks()).filter((task) => !before.has(task));
          const raised = (await Promise.all(begun.map(niceness))).filter((nice) => nice === 19);
          return [three.running(), raised.length];
        })
        .toEqual([3, 3]);
      expect(getPriority(), 'the process itself').toBeLessThan(19);
      await three.close();
    },
  );

  test('a file that changed while it was read is an error', async () => {
    await writeFile(at('changing'), '');
    await truncate(at('changing'), 512 * MiB);
    const hashing = pool.hashFile(at('changing'), {
      onProgress: () => void writeFile(at('changing'), 'x', { flag: 'a' }),
    });
    await expect(hashing).rejects.toThrow('The file changed while it was read.');
    const cut = pool.hashFile(at('changing'), { onProgress: () => void truncate(at('changing'), 0) });
    await expect(cut).rejects.toThrow('The file changed while it was read.');
    const shortened = pool.hashPieces(async (add) => {
      const file = await open(at('1'));
      await add({ fd: file.fd, start: 0, end: 2 }).finally(() => file.close());
    });
    await expect(shortened).rejects.toThrow('The file changed while it was read.');
  });

  test('stopped in the middle, with the signal’s reason; the workers go on', async () => {
    await writeFile(at('endless'), '');
    await truncate(at('endless'), 1024 ** 4);
    const stop = new AbortController();
    const hashing = pool.hashFile(at('endless'), {
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('enough')),
    });
    await expect(hashing).rejects.toThrow('enough');
    await expect(pool.hashFile(at('1'), { signal: stop.signal })).rejects.toThrow('enough');
    expect(await pool.hashFile(at('1'))).toMatchObject(sums(bytesOf(1)));
  });

  test('two files at once are two threads’ work', async () => {
    const pair = hashPool(2);
    const stop = new AbortController();
    const seen = new Set<number>();
    onTestFailed(() => console.log('told of progress:', [...seen], 'the pool:', pair.use()));
    const both = Promise.withResolvers<void>();
    const heard = (file: number) => () => {
      seen.add(file);
      if (seen.size === 2) both.resolve();
    };
    const hashings = [1, 2].map((file) =>
      pair.hashFile(at('endless'), { signal: stop.signal, onProgress: heard(file) }),
    );
    // Why there is no progress is said at once, rather than nothing until the time is over.
    for (const hashing of hashings) hashing.catch(both.reject);
    expect(pair.running()).toBe(2);
    await both.promise;
    stop.abort();
    // No thread is ended in the middle of its work.
    await Promise.allSettled(hashings);
    await pair.close();
  });

  test('a small file does not wait until a large one is done', async () => {
    const single = hashPool(1);
    const stop = new AbortController();
    const large = single.hashFile(at('endless'), { signal: stop.signal });
    expect(await single.hashFile(at('1'))).toMatchObject(sums(bytesOf(1)));
    stop.abort();
    await expect(large).rejects.toThrow();
    await single.close();
  });

  test('no file, no regular file, no piece: errors, and no waiting for a pipe’s other end', async () => {
    await expect(pool.hashFile(at('nothing'))).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(pool.hashFile(folder.path)).rejects.toThrow();
    if (havePrograms(['mkfifo'], { test: 'hashing a named pipe', packages: 'coreutils' })) {
      await tool('mkfifo', ['pipe'], folder.path);
      await expect(pool.hashFile(at('pipe'))).rejects.toThrow('not a regular file');
    }
    const failing = pool.hashPieces(async (add) => {
      await add(Buffer.from('x'));
      throw new Error('the source broke');
    });
    await expect(failing).rejects.toThrow('the source broke');
  });

  test('what is under way when the pool closes fails', async () => {
    const closing = hashPool(1);
    const hashing = closing.hashFile(at('endless'), { onProgress: () => void closing.close() });
    await expect(hashing).rejects.toThrow('hashing has ended');
    await expect(closing.hashFile(at('1'))).rejects.toThrow('hashing has ended');
  });

  test('a process that has nothing left to do is there until the pool has closed', async () => {
    const script = `
      const { hashPool } = await import(${JSON.stringify(new URL('./pool.ts', import.meta.url).href)});
      const pool = hashPool(1);
      const far = Promise.withResolvers();
      const hashing = pool.hashFile(${JSON.stringify(at('endless'))}, { onProgress: far.resolve }).catch(() => {});
      far.promise.then(() => pool.close()).then(() => process.exit(3));`;
    await writeFile(at('close.mjs'), script);
    await expect(promisify(execFile)(process.execPath, [at('close.mjs')])).rejects.toMatchObject({ code: 3 });
  });
});
