import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Subset } from '../../contract/catalogue.ts';
import { commandFor, type Tool } from '../../web/features/dataset-detail/commands.ts';
import { GUARD } from '../support/guards.ts';
import { havePrograms } from '../support/programs.ts';
import { startProxy } from '../support/tcp-proxy.ts';
import { noise, type Served, serveDataset } from '../zip/served.ts';

const run = promisify(execFile);
const SIZE = 3_000_000;
const content = noise(SIZE);

/** The name of each, as the last part of its path. */
const oddNames = [
  'plain.csv',
  'with space.csv',
  ' leading and trailing ',
  "it's.csv",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell must not see it either
  '"quoted" $HOME `id` $(id) ${x}.csv',
  '-rf',
  '--help',
  '-',
  '~',
  '#1 *?[a-z]{1,2}.csv',
  '%2e%2e&a=b+c;d!x^y=.csv',
  'naïve 数据 🙂 e\u0301 שלום.csv',
  'CON',
  `${'é'.repeat(127)}x`,
];

const programs: Record<Exclude<Tool, 'PowerShell'>, { program: string; packages: string }> = {
  curl: { program: 'curl', packages: 'curl' },
  wget: { program: 'wget', packages: 'wget' },
  aria2: { program: 'aria2c', packages: 'aria2' },
};

let served: Served;
let folder: string;
beforeAll(async () => {
  served = await serveDataset({
    'large.bin': content,
    ...Object.fromEntries(oddNames.map((name, i) => [`${i}.csv`, noise(1_000 + name.length)])),
  });
  folder = await mkdtemp(join(tmpdir(), 'vitrine-kit-'));
  const token = await served.t.adminToken();
  for (const { id, path } of (await served.now()).subsetList) {
    const name = oddNames[Number(/(\d+)\.csv$/.exec(path)?.[1] ?? -1)];
    if (name === undefined) continue;
    const body = { path: `kit/${id}/${name}` };
    await served.t.call('PUT', `/api/v1/admin/subset/${id}`, { token, body });
  }
});
afterAll(async () => {
  await served?.t.close();
  await rm(folder, { recursive: true, force: true });
});

interface Place {
  subset: Pick<Subset, 'path' | 'downloadUrl' | 'inspectionUrl'>;
  port?: number;
  shell?: string;
  env?: Record<string, string>;
}

/** Pastes a command into a shell, in an empty folder or one that is used again. */
async function paste(
  tool: Tool,
  at: string,
  { subset, port = served.wire.port, shell = 'bash', env }: Place,
) {
  const origin = `http://127.0.0.1:${port}`;
  const command = commandFor(tool, {
    fileName: subset.path.slice(subset.path.lastIndexOf('/') + 1),
    url: origin + subset.downloadUrl,
    sumUrl: origin + subset.inspectionUrl,
  });
  await mkdir(at, { recursive: true });
  // The pause between two tries is for bad lines, not for tests.
  return run(shell, ['-c', `sleep() { :; }\n${command}`], {
    cwd: at,
    env: { ...process.env, LC_ALL: 'C.UTF-8', ...env },
  });
}

const large = async () => {
  const found = (await served.now()).subsetList.find(({ path }) => path.endsWith('large.bin'));
  if (!found) throw new Error('there is no large file');
  return found;
};

/** The one file there, or the one that is not the integrity file. */
async function savedIn(at: string): Promise<{ name: string; bytes: Buffer }> {
  const names = (await readdir(at)).filter((name) => !name.endsWith('.sha256'));
  expect(names).toHaveLength(1);
  const [name = ''] = names;
  return { name, bytes: await readFile(join(at, name)) };
}

for (const tool of ['curl', 'wget', 'aria2'] as const) {
  const { program, packages } = programs[tool];
  if (!havePrograms([program, 'sha256sum'], { test: `the download kit's ${tool} command`, packages }))
    continue;

  describe(`issue 4, the download kit: ${tool}, run for real`, {
    ...(tool === 'curl' ? {} : GUARD),
    timeout: 120_000,
  }, () => {
    test('a file of any name arrives under it, and is verified', async () => {
      const { subsetList } = await served.now();
      const odd = subsetList.filter(({ path }) => path.startsWith('kit/'));
      expect(odd).toHaveLength(oddNames.length);
      for (const subset of odd) {
        const at = join(folder, tool, subset.id);
        const { stdout } = await paste(tool, at, { subset });
        expect(stdout, subset.path).toMatch(/OK\n$/);
        const { name, bytes } = await savedIn(at);
        const fileName = subset.path.split('/')[2] ?? '';
        // What a tool would take for standard input, trim or find too long has another name, and is verified too.
        const unfit = fileName === '-' || fileName.startsWith(' ') || fileName.startsWith('éé');
        expect(name).toBe(unfit ? 'download' : fileName);
        expect(bytes).toHaveLength(subset.size);
      }
    });

    test('the whole dataset too, which is made while it is sent', async () => {
      const subset = await served.now();
      await served.recorded(subset.inspectionUrl);
      const { stdout } = await paste(tool, join(folder, tool, 'whole'), { subset });
      expect(stdout).toContain('brain-mri-1.0.zip: OK');
    });

    test('after cuts it goes on where it was: no connection lets the whole through', GUARD, async () => {
      const proxy = await startProxy({
        target: { host: '127.0.0.1', port: served.wire.port },
        onConnection: (n) => (n < 3 ? { cutAfter: SIZE / 3 } : { cutAfter: SIZE / 2 }),
      });
      const at = join(folder, tool, 'cuts');
      try {
        const subset = await large();
        const { stdout } = await paste(tool, at, { subset, port: proxy.port });
        expect(stdout).toContain('large.bin: OK');
        expect((await savedIn(at)).bytes.equals(content)).toBe(true);
        expect(proxy.connections()).toBeGreaterThan(3);
      } finally {
        await proxy.close();
      }
    });

    test('pasted again on a whole file it verifies; on one with a flipped byte it fails', async () => {
      const subset = await large();
      const at = join(folder, tool, 'again');
      await paste(tool, at, { subset });
      expect((await paste(tool, at, { subset })).stdout).toContain('large.bin: OK');
      const { name, bytes } = await savedIn(at);
      bytes[1_234_567] = (bytes[1_234_567] ?? 0) ^ 1;
      await writeFile(join(at, name), bytes);
      await expect(paste(tool, at, { subset })).rejects.toMatchObject({
        code: 1,
        stdout: expect.stringContaining('large.bin: FAILED'),
      });
    });

    test('a refused link fails, and leaves nothing that verifies', async () => {
      const { path, downloadUrl, inspectionUrl } = await large();
      const wrong = (url = '') => url.replace(/token=[^&]*/, 'token=none');
      const subset = { path, downloadUrl: wrong(downloadUrl), inspectionUrl: wrong(inspectionUrl) };
      await expect(paste(tool, join(folder, tool, 'refused'), { subset })).rejects.toThrow();
    });
  });
}

const macOs = havePrograms(['shasum', 'curl', 'dash'], {
  test: "the download kit's verification by shasum",
  packages: 'perl, curl, dash',
});
test.runIf(macOs)('where there is no sha256sum (macOS), shasum verifies; in a plain sh too', async () => {
  const bin = join(folder, 'bin');
  await mkdir(bin);
  for (const program of ['curl', 'shasum', 'seq', 'cut', 'sed', 'perl']) {
    const { stdout } = await run('sh', ['-c', `command -v ${program}`]);
    await symlink(stdout.trim(), join(bin, program));
  }
  const { stdout: dash } = await run('sh', ['-c', 'command -v dash']);
  const subset = await large();
  const place = { subset, shell: dash.trim(), env: { PATH: bin } };
  const at = join(folder, 'macos');
  expect((await paste('curl', at, place)).stdout).toContain('large.bin: OK');
  await writeFile(join(at, 'large.bin'), noise(SIZE));
  await expect(paste('curl', at, place)).rejects.toMatchObject({ code: 1 });
});
