import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type RunnerTestCase as Test, TestRunner } from 'vitest';
import { notRun } from '../../tests/support/not-run.ts';

const run = promisify(execFile);

/** Saves files under their own names while `work` runs. */
export async function savedAs<T>(
  files: Record<string, string | Uint8Array>,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-saved-'));
  try {
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Runs an external program that verifies a download. Where it is missing, prints a warning and skips the test; fails in
 * CI.
 * @throws with its output when it fails
 */
export async function tool(name: string, args: string[], folder?: string): Promise<string> {
  try {
    const { stdout } = await run(name, args, {
      maxBuffer: 64 * 1024 * 1024,
      ...(folder ? { cwd: folder } : {}),
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    });
    return stdout;
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: string; stdout?: string; stderr?: string };
    if (code === 'ENOENT') {
      const { context, name: test } = TestRunner.getCurrentTest<Test>();
      notRun(`the test “${test}”`, `The program ${name} is not there: please install it.`);
      return context.skip();
    }
    throw new Error(`${name} ${args.join(' ')} refused:\n${stdout}\n${stderr}`);
  }
}

/** Python's zipfile, an independent reader: names with sizes and SHA-256, after its own `testzip`. */
const ZIPFILE = `
import hashlib, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    bad = z.testzip()
    if bad is not None: sys.exit("bad entry: " + bad)
    print(json.dumps([[i.filename, i.file_size, hashlib.sha256(z.read(i)).hexdigest()] for i in z.infolist()]))
`;

/** The entries of an archive as read by two other ZIP readers, which must both accept it. */
export const readZip = (bytes: Uint8Array): Promise<{ name: string; size: number; sha256: string }[]> =>
  savedAs({ 'a.zip': bytes }, async (folder) => {
    await tool('unzip', ['-tqq', 'a.zip'], folder);
    const entries: [string, number, string][] = JSON.parse(
      await tool('python3', ['-c', ZIPFILE, 'a.zip'], folder),
    );
    return entries.map(([name, size, sha256]) => ({ name, size, sha256 }));
  });
