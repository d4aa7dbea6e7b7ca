import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dataset } from '../../contract/catalogue.ts';
import { havePrograms } from '../support/programs.ts';
import { bytesOf, treePath, writeTree } from '../support/published-folders.ts';
import { type BadLine, behindBadLine, listPrograms, listsOf, listTools, pasteList } from './list-commands.ts';

interface Size {
  /** Files. */
  count: number;
  /** Bytes of each. */
  size: number;
  /** Files that differ in 1.1. */
  changed: number;
  /** Bytes after which the line breaks. */
  cut: number;
}

/** Many files by one pasted command of each tool, over a line that breaks (issue 18). */
export function provesManyFiles({ count, size, changed, cut }: Size): void {
  let line: BadLine;
  let folder: string;
  let first: Dataset;
  let second: Dataset;
  beforeAll(async () => {
    line = await behindBadLine(cut);
    folder = await mkdtemp(join(tmpdir(), 'vitrine-list-'));
    await writeTree(join(line.root, 'v1'), { count, size });
    const step = (n: number) => Math.floor((n * changed) / count);
    const numberOf = (n: number) => (step(n) === step(n - 1) ? n : count + n);
    await writeTree(join(line.root, 'v2'), { count, size, numberOf });
    first = await line.publish('v1', '1.0');
    second = await line.publish('v2', '1.1', first.id);
  }, 1_800_000);
  afterAll(async () => {
    await line?.close();
    await rm(folder, { recursive: true, force: true });
    // Half a million files.
  }, 600_000);

  /** Bytes of both lists, asked for behind the line. */
  async function listed(lists: { listUrl: string; sumsUrl: string }): Promise<number> {
    const lengths = [lists.listUrl, lists.sumsUrl].map(async (url) => {
      const answer = await fetch(line.server.url + url.slice(new URL(url).origin.length), { method: 'HEAD' });
      return Number(answer.headers.get('content-length'));
    });
    return (await Promise.all(lengths)).reduce((sum, length) => sum + length, 0);
  }

  for (const tool of listTools) {
    const { programs, packages } = listPrograms[tool];
    if (!havePrograms([...programs, 'sha256sum'], { test: `many files by ${tool}`, packages })) continue;

    test(`${tool}: all of 1.0, at most 1 MiB twice per cut, one record; then what is new in 1.1, and no more`, async () => {
      const at = join(folder, tool);
      const lists = await listsOf(line, first.id);
      const before = { passed: line.passed(), cuts: line.proxy.cuts() };
      expect((await pasteList(tool, at, lists)).stdout).toMatch(/OK\n$/);
      const cuts = line.proxy.cuts() - before.cuts;
      const total = count * size;
      const twice = line.passed() - before.passed - total - (await listed(lists));
      console.log(`${tool}: ${cuts} cuts, ${twice} bytes beyond ${total} and the lists`);
      // The last of each of the connections at a time need not break.
      expect(cuts).toBeGreaterThan(total / cut - 32);
      expect(cuts).toBeGreaterThan(10);
      expect(twice).toBeLessThan(cuts * 2 ** 20);

      expect(twice).toBeGreaterThanOrEqual(0);

      const since = await listsOf(line, second.id, { since: '1.0' });
      const passed = line.passed();
      expect((await pasteList(tool, at, since)).stdout).toMatch(/OK\n$/);
      const moved = line.passed() - passed - (await listed(since));
      console.log(`${tool}: since 1.0 ${moved} bytes for ${changed * size}`);
      expect(moved).toBeLessThanOrEqual(changed * size * 1.01);
      // The folder is 1.1 now, as the manifest of the whole says.
      const whole = await fetch(`${line.server.url}/api/v1/dataset/${second.id}/manifest`);
      execFileSync('sha256sum', ['--quiet', '--strict', '-c', '-'], { cwd: at, input: await whole.text() });
      expect(
        execFileSync('cmp', [join(at, 'data', treePath(0)), '-'], { input: bytesOf(count, size) }).length,
      ).toBe(0);
    });
  }

  test('one record each, complete', async () => {
    const records = (await line.records()).filter(({ version }) => version === '1.0');
    expect(records).toMatchObject([{ totalBytes: count * size, complete: true }]);
  });
}
