import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { instanceIdOf } from '../../server/database/index.ts';
import { canTrace } from '../support/trace.ts';

const source = new URL('../../server/database/instance.ts', import.meta.url).href;

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-id-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

if (!canTrace() && process.env.CI) throw new Error('strace is needed here');
test.runIf(canTrace())(
  'faults: a data folder’s id is written as blobs are: fsync, rename, fsync of the folder',
  async () => {
    const log = join(dataDir, 'calls');
    const folder = join(dataDir, 'data');
    const code = `import(${JSON.stringify(source)}).then(({ instanceIdOf }) => instanceIdOf(${JSON.stringify(folder)}))`;
    const calls = 'trace=write,fsync,rename,renameat,renameat2';
    execFileSync('strace', ['-f', '-qq', '-y', '-o', log, '-e', calls, process.execPath, '-e', code]);
    const seen = (await readFile(log, 'utf8'))
      .split('\n')
      .filter((line) => line.includes(folder))
      .map((line) => {
        const call = /^\d+\s+(\w+)\(/.exec(line)?.[1] ?? '';
        if (call === 'fsync') return line.includes(`${folder}>`) ? 'fsync folder' : 'fsync file';
        return call.replace(/^renameat2?$/, 'rename');
      });
    expect(seen).toEqual(['write', 'fsync file', 'rename', 'fsync folder']);
    const id = (await readFile(join(folder, 'instance-id'), 'utf8')).trim();
    expect(instanceIdOf(folder)).toBe(id);
    expect(await readdir(folder)).toEqual(['instance-id']);
  },
);

test('faults: an id that a power cut left empty is made anew; one that cannot be read is not', async () => {
  await writeFile(join(dataDir, 'instance-id'), '');
  const id = instanceIdOf(dataDir);
  expect(id).toMatch(/^[\w-]{20}$/);
  expect(instanceIdOf(dataDir)).toBe(id);
  const other = await mkdtemp(join(dataDir, 'other-'));
  // A folder in its place: there is something, and it is not to be read.
  execFileSync('mkdir', [join(other, 'instance-id')]);
  expect(() => instanceIdOf(other)).toThrow('EISDIR');
});
