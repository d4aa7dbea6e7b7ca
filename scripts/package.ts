// Makes vitrine-VERSION-SYSTEM.tar.gz: what the server needs to run where only Node 20 or newer is, with the Node and
// the compiled modules of the system that this runs on, and nothing to build or to test with.
// usage: npm run package [-- FOLDER]   (FOLDER: where it is put, by default dist/)
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const system = `${process.platform}-${process.arch}`;
const name = `vitrine-${version}`;

const OWN =
  'bin contract deploy dist/ssr dist/web docs server texts CHANGELOG.md LICENSE README.md package.json'.split(
    ' ',
  );

/** Paths below the root that nothing needs at run time. */
const LEFT_OUT = [
  /\.(test|suite)\.ts$/,
  /^server\/testing\//,
  // Of packages: for people who develop.
  /\.(map|d\.[cm]?ts)$/,
  // The linter, an optional dependency.
  /^node_modules\/@biomejs\//,
  // Where the package "node" got its binary from: a second copy, with headers.
  /^node_modules\/node\/node_modules\//,
  // Weights of the fonts that documents are not written in.
  /^node_modules\/@embedpdf\/fonts-\w+\/fonts\/(?!NotoSans(Hans)?-Regular\.)/,
  // SQLite's sources, and what is compiled for other systems.
  /^node_modules\/better-sqlite3\/(deps|src)\//,
  new RegExp(`^node_modules/better-sqlite3/prebuilds/(?!${process.platform}(musl)?-${process.arch}\\.)`),
];

/** Folders of the packages that the server depends on, not those inside other packages. */
function dependencies(): string[] {
  const list = execFileSync('npm', ['ls', '--omit=dev', '--all', '--parseable'], {
    cwd: root,
    encoding: 'utf8',
  });
  const paths = list.split('\n').map((path) => relative(root, path));
  return paths.filter((path) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path));
}

async function copy(path: string, target: string): Promise<void> {
  const filter = (source: string) => !LEFT_OUT.some((pattern) => pattern.test(relative(root, source)));
  if (!filter(join(root, path, '.'))) return;
  await cp(join(root, path), join(target, path), { recursive: true, filter });
}

/** A library that Node 26 needs, as Node 20 did not, and that a bare Debian lacks; bin/vitrine.mjs tells Node of it. */
async function library(target: string): Promise<void> {
  const needs = execFileSync('ldd', [join(root, 'node_modules/node/bin/node')], { encoding: 'utf8' });
  const path = /libatomic\.so\.1 => (\S+)/.exec(needs)?.[1];
  if (path) await cp(path, join(target, 'lib/libatomic.so.1'), { dereference: true });
}

const folder = resolve(process.argv[2] ?? join(root, 'dist'));
const archive = join(folder, `${name}-${system}.tar.gz`);
const draft = await mkdtemp(join(tmpdir(), 'vitrine-package-'));
try {
  const target = join(draft, name);
  for (const path of [...OWN, ...dependencies()]) await copy(path, target);
  await mkdir(join(target, 'node_modules/.bin'));
  await symlink('../node/bin/node', join(target, 'node_modules/.bin/node'));
  await library(target);
  await mkdir(folder, { recursive: true });
  // Whoever makes it, and with whatever umask: it belongs to root where root unpacks it, and everybody may read it.
  const rights = ['--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'];
  execFileSync('tar', ['-czf', archive, '-C', draft, '--sort=name', ...rights, name]);
} finally {
  await rm(draft, { recursive: true, force: true });
}
console.log(`${archive}: ${((await stat(archive)).size / 2 ** 20).toFixed(1)} MiB`);
