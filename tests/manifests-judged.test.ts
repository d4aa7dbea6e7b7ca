/** @module-tag guards */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Dataset } from '../contract/catalogue.ts';
import { manifestUrl } from '../contract/manifest.ts';
import {
  type BadLine,
  behindBadLine,
  listPrograms,
  listsOf,
  listTools,
  pasteList,
} from './kit/list-commands.ts';
import { judges } from './support/judges.ts';
import { havePrograms } from './support/programs.ts';

const run = promisify(execFile);

// biome-ignore lint/suspicious/noTemplateCurlyInString: aria2 fills it in
const filledIn = '"quoted" ${HOME}.csv';

/** Names that one tool or another could take for something else; each stands for the file's bytes, too. */
const names = [
  'plain.csv',
  'with space.csv',
  ' leading',
  "it's.csv",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: no tool may see it either
  '"quoted" $HOME `id` $(id) ${x}.csv',
  '-rf',
  '--help',
  '-',
  '~',
  '@at',
  '#1 *?[a-z]{1,2}.csv',
  '%2e%2e&a=b+c;d!x^y=.csv',
  '50%.csv',
  'naïve 数据 🙂 e\u0301.csv',
  'sub folder/deep/er.csv',
];

/** From the files alone, in a folder that holds nothing else: what the page calls the release hash. */
const strangers = {
  coreutils: [
    'bash',
    '-c',
    "find * -type f | LC_ALL=C sort | xargs -d '\\n' sha256sum -- | sha256sum | cut -c1-64",
  ],
  Python: [
    'python3',
    '-c',
    `import hashlib, os
paths = sorted(os.path.relpath(os.path.join(d, f), '.').encode() for d, _, fs in os.walk('.') for f in fs)
lines = b''.join(hashlib.sha256(open(p, 'rb').read()).hexdigest().encode() + b'  ' + p + b'\\n' for p in paths)
print(hashlib.sha256(lines).hexdigest())`,
  ],
  Perl: [
    'perl',
    '-MDigest::SHA=sha256_hex',
    '-MFile::Find',
    '-e',
    `find({ no_chdir => 1, wanted => sub { push @p, substr($_, 2) if -f } }, '.');
print sha256_hex(join '', map { Digest::SHA->new(256)->addfile("./$_", 'b')->hexdigest . "  $_\\n" } sort @p), "\\n"`,
  ],
} as const;

describe('releases "Manifest": odd names, strangers’ hashes, BagIt', { timeout: 300_000 }, () => {
  let line: BadLine;
  let folder: string;
  let dataset: Dataset;
  beforeAll(async () => {
    line = await behindBadLine();
    folder = await mkdtemp(join(tmpdir(), 'vitrine-odd-'));
    for (const name of names) {
      const file = join(line.root, 'odd', name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, name);
    }
    dataset = await line.publish('odd', '1.0');
  }, 300_000);
  afterAll(async () => {
    await line?.close();
    await rm(folder, { recursive: true, force: true });
  });

  for (const tool of listTools) {
    const { programs, packages } = listPrograms[tool];
    if (!havePrograms([...programs, 'sha256sum'], { test: `files of odd names by ${tool}`, packages }))
      continue;

    test(`${tool}: a file of any name arrives under it; pasted again it verifies; a flipped byte does not pass`, async () => {
      const at = join(folder, tool);
      const lists = await listsOf(line, dataset.id);
      expect((await pasteList(tool, at, lists)).stdout).toMatch(/OK\n$/);
      for (const name of names) expect(await readFile(join(at, 'data', name), 'utf8'), name).toBe(name);
      expect((await readdir(at)).filter((name) => !name.startsWith('vitrine.'))).toEqual(['data']);
      expect((await pasteList(tool, at, lists, 'dash')).stdout).toMatch(/OK\n$/);
      await writeFile(join(at, 'data', 'plain.csv'), 'plain.cs_');
      // aria2 knows the hash and fetches the file anew; the others tell.
      if (tool !== 'aria2') await expect(pasteList(tool, at, lists)).rejects.toMatchObject({ code: 1 });
      else expect((await pasteList(tool, at, lists)).stdout).toMatch(/OK\n$/);
    });

    test(`${tool}: a refused list ends it, and nothing is there that verifies`, async () => {
      const { listUrl, sumsUrl } = await listsOf(line, dataset.id);
      const wrong = (url: string) => url.replace(/token=[^&]*/, 'token=none');
      const at = join(folder, `${tool}-refused`);
      await expect(
        pasteList(tool, at, { listUrl: wrong(listUrl), sumsUrl: wrong(sumsUrl) }),
      ).rejects.toThrow();
      expect(await readdir(at)).not.toContain('data');
    });

    test(`${tool}: in the folder of another version, what changed is replaced and not continued`, async () => {
      const at = join(folder, `${tool}-over`);
      await mkdir(join(at, 'data'), { recursive: true });
      await writeFile(join(at, 'data', 'with space.csv'), 'old');
      expect((await pasteList(tool, at, await listsOf(line, dataset.id))).stdout).toMatch(/OK\n$/);
      expect(await readFile(join(at, 'data', 'with space.csv'), 'utf8')).toBe('with space.csv');
    });
  }

  test('the release hash is what coreutils, Python and Perl compute from the downloaded files', async () => {
    const at = join(folder, 'downloaded');
    await pasteList('curl', at, await listsOf(line, dataset.id));
    for (const name of await readdir(at)) if (name !== 'data') await rm(join(at, name));
    for (const [stranger, [program, ...args]] of Object.entries(strangers)) {
      const { stdout } = await run(program, args, { cwd: at, env: { ...process.env, LC_ALL: 'C.UTF-8' } });
      expect(stdout.trim(), stranger).toBe(dataset.releaseHash);
    }
  });

  const bagit = judges('BagIt');
  test.runIf(bagit)(
    'BagIt: PyPI’s bagit validates what was fetched, and finds what is missing or other',
    async () => {
      const { listUrl } = await listsOf(line, dataset.id);
      const token = new URL(listUrl).searchParams.get('token') ?? '';
      const answer = await fetch(line.server.url + manifestUrl(dataset.id, { format: 'bagit', token }));
      const tar = join(folder, 'bag.tar');
      await writeFile(tar, Buffer.from(await answer.arrayBuffer()));
      await run('tar', ['xf', tar], { cwd: folder });
      const bag = join(folder, 'folder-1.0');
      expect((await readdir(bag)).sort()).toEqual([
        'bag-info.txt',
        'bagit.txt',
        'fetch.txt',
        'manifest-sha256.txt',
      ]);
      const validate = () => run(bagit ? `${bagit}/bagit.py` : '', ['--validate', bag]);
      await expect(validate(), 'before the files are there').rejects.toThrow();
      for (const one of (await readFile(join(bag, 'fetch.txt'), 'utf8')).trimEnd().split('\n')) {
        const [, url = '', length, path = ''] = /^(\S+) (\d+) (.*)$/.exec(one) ?? [];
        const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
        expect(bytes.length).toBe(Number(length));
        await mkdir(dirname(join(bag, path)), { recursive: true });
        await writeFile(join(bag, path), bytes);
      }
      expect((await validate()).stderr).toContain('is valid');
      await writeFile(join(bag, 'data/data/plain.csv'), 'other.csv');
      await expect(validate()).rejects.toThrow();
    },
  );

  const aria2 = havePrograms(['aria2c'], { test: 'Metalink by aria2', packages: 'aria2' });
  test.runIf(aria2)('Metalink: aria2 fetches and verifies all', async () => {
    const { listUrl } = await listsOf(line, dataset.id);
    const at = join(folder, 'metalink');
    await mkdir(at);
    const answer = await fetch(listUrl.replace('format=aria2', 'format=metalink'));
    await writeFile(join(at, 'all.meta4'), await answer.text());
    await run('aria2c', ['-q', '-M', 'all.meta4', '-d', at], { cwd: at });
    for (const name of names.filter((one) => !one.startsWith('%2e%2e')))
      expect(await readFile(join(at, 'data', name), 'utf8'), name).toBe(name);
  });

  test('aria2: a name that it would change is told, in the list and by the verification', async () => {
    for (const name of [filledIn, 'trailing ']) {
      const file = join(line.root, `only${name.length}`, name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, name);
    }
    for (const [n, name] of [filledIn, 'trailing '].entries()) {
      const { id } = await line.publish(`only${name.length}`, `2.${n}`, dataset.id);
      const lists = await listsOf(line, id);
      expect(await (await fetch(lists.listUrl)).text()).toMatch(/^# aria2 saves/);
      if (aria2)
        await expect(pasteList('aria2', join(folder, `only${n}`), lists)).rejects.toMatchObject({ code: 1 });
    }
  });
});
