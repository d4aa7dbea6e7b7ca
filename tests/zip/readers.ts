import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { havePrograms } from '../support/programs.ts';

const run = promisify(execFile);

/** What a reader found: each name with its SHA-256, hex. */
export type Found = Map<string, string>;

/** A ZIP reader that shares no code with us. Each throws when it does not accept the archive. */
export interface Reader {
  name: string;
  /** Its own check, checksums included, and the names in the archive's order. */
  test: (path: string) => Promise<string[]>;
  /** Takes everything out, by its own means: names and contents as they come out. */
  extract: (path: string) => Promise<Found>;
  /**
   * What it makes of a name, where that is not the name: libarchive composes UTF-8 (NFC), so that of two names which
   * differ in that alone one file is left.
   */
  nameOf?: (name: string) => string;
}

async function tool(program: string, args: string[]): Promise<string> {
  // A name is UTF-8 in the archive, and must come out as the same bytes.
  const env = { ...process.env, LC_ALL: 'C.UTF-8', PYTHONUTF8: '1' };
  const { stdout } = await run(program, args, { env, maxBuffer: 1 << 30 });
  return stdout;
}

const lines = (printed: string): string[] => printed.split('\n').filter((line) => line !== '');

/** bsdtar lists what it takes for unprintable as the octal numbers of its bytes. */
const unescaped = (name: string): string =>
  Buffer.from(
    Buffer.from(name)
      .toString('latin1')
      .replace(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8))),
    'latin1',
  ).toString('utf8');

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}

/** What a program laid into an empty folder. */
async function unpacked(unpack: (folder: string) => Promise<unknown>): Promise<Found> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-unpacked-'));
  try {
    await unpack(folder);
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    );
    const found: Found = new Map();
    for (const { parentPath, name } of files) {
      const path = join(parentPath, name);
      found.set(path.slice(folder.length + 1), await sha256Of(path));
    }
    return found;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What `command` prints, as a SHA-256; what it prints may be gigabytes. */
export async function sha256OfOutput(program: string, args: string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const hash = createHash('sha256');
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  await pipeline(child.stdout, hash);
  const code = await ended;
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
  return hash.digest('hex');
}

const ZIPFILE = `
import hashlib, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    if sys.argv[2] == "test":
        bad = z.testzip()
        if bad is not None: sys.exit("bad entry: " + bad)
        print(json.dumps(z.namelist()))
    else:
        print(json.dumps({i.filename: hashlib.sha256(z.read(i)).hexdigest() for i in z.infolist()}))
`;

const all: (Reader & { programs: string[]; packages: string })[] = [
  {
    name: "Python's zipfile",
    programs: ['python3'],
    packages: 'python3',
    test: async (path) => JSON.parse(await tool('python3', ['-c', ZIPFILE, path, 'test'])),
    extract: async (path) =>
      new Map(
        Object.entries(
          JSON.parse(await tool('python3', ['-c', ZIPFILE, path, 'read'])) as Record<string, string>,
        ),
      ),
  },
  {
    name: 'unzip',
    programs: ['unzip', 'zipinfo'],
    packages: 'unzip',
    async test(path) {
      await tool('unzip', ['-tqq', path]);
      return lines(await tool('zipinfo', ['-1', path]));
    },
    extract: (path) => unpacked((folder) => tool('unzip', ['-qq', path, '-d', folder])),
  },
  {
    name: '7z',
    programs: ['7z'],
    packages: 'p7zip-full',
    async test(path) {
      await tool('7z', ['t', '-bd', path]);
      const listed = await tool('7z', ['l', '-slt', '-ba', path]);
      return lines(listed).flatMap((line) => (line.startsWith('Path = ') ? [line.slice(7)] : []));
    },
    extract: (path) => unpacked((folder) => tool('7z', ['x', '-bd', '-y', `-o${folder}`, path])),
  },
  {
    name: 'bsdtar',
    programs: ['bsdtar'],
    packages: 'libarchive-tools',
    nameOf: (name) => name.normalize('NFC'),
    async test(path) {
      await sha256OfOutput('bsdtar', ['-xOPf', path]);
      return lines(await tool('bsdtar', ['-tf', path])).map(unescaped);
    },
    // -P: names as they are; without it, `a:` in front is taken for a drive and left out.
    extract: (path) => unpacked((folder) => tool('bsdtar', ['-xPf', path, '-C', folder])),
  },
];

/** Those that are there; the others are named loudly, and missed by CI. */
export const readers: Reader[] = all.filter(({ name, programs, packages }) =>
  havePrograms(programs, { test: `ZIP archives read by ${name}`, packages }),
);
